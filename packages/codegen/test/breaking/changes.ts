import type { RuleId } from "../../src/breaking/rules.js";
import { type Contract, formatProblems, readContract } from "../../src/contract/index.js";

export function contractOf(text: string): Contract {
  const read = readContract(text, "contract.yaml");
  if (!read.ok) throw new Error(formatProblems(read.problems));
  return read.contract;
}

export const emails = (fields: string, more = "") =>
  `{ id: 1, name: emails, ${more} fields: [${fields}] }`;
export const queues = (...list: string[]) => `queues: [${list.join(", ")}]\n`;
export const a = "{ name: a, type: string }";
const b = "{ name: b, type: string }";
export const c = "{ name: c, type: int }";
const sms = "{ id: 2, name: sms, fields: [{ name: x, type: int }] }";
export const OLD = queues(emails(`${a}, ${b}, ${c}`));

const ofFields = (before: string, after: string, more = "") =>
  [queues(emails(before, more)), queues(emails(after, more))] as const;

export type Change = readonly [
  change: string,
  contracts: readonly [string, string],
  rules: RuleId[],
];

/** Changes that break something, with the rules that name them. */
export const BREAKING: readonly Change[] = [
  [
    "a queue is removed",
    [queues(emails(a), sms), queues(emails(a))],
    ["QUEUE_REMOVED", "QUEUE_NOT_RESERVED"],
  ],
  [
    "a queue is removed and its id reserved",
    [queues(emails(a), sms), `${queues(emails(a))}reserved: [2]\n`],
    ["QUEUE_REMOVED"],
  ],
  ["a queue is renamed", [queues(sms), queues(sms.replace("sms", "texts"))], ["QUEUE_RENAMED"]],
  ["a queue gets another id", [queues(sms), queues(sms.replace("2", "3"))], ["QUEUE_ID_CHANGED"]],
  [
    "a queue gets another id, and another queue its old one",
    [queues(sms), queues(sms.replace("2", "3"), sms.replace("sms", "texts"))],
    ["QUEUE_ID_CHANGED", "QUEUE_ID_REUSED"],
  ],
  [
    "two queues swap their ids",
    [queues(emails(a), sms), queues(emails(a).replace("1", "2"), sms.replace("2", "1"))],
    ["QUEUE_ID_CHANGED", "QUEUE_ID_CHANGED", "QUEUE_ID_REUSED", "QUEUE_ID_REUSED"],
  ],
  [
    "a queue takes the id of a removed one",
    [queues(emails(a), sms), queues(sms.replace("2", "1"))],
    ["QUEUE_REMOVED", "QUEUE_ID_CHANGED", "QUEUE_ID_REUSED"],
  ],
  [
    "a reserved id is freed",
    [`${queues(sms)}reserved: [7]\n`, queues(sms)],
    ["RESERVED_ID_REMOVED"],
  ],
  [
    "a reserved id is in use again",
    [`${queues(sms)}reserved: [7]\n`, queues(sms, emails(a).replace("1", "7"))],
    ["RESERVED_ID_REMOVED"],
  ],
  [
    "the codec of a queue changes",
    [queues(emails(a)), queues(emails(a, "codec: go-le,"))],
    ["CODEC_CHANGED"],
  ],
  [
    "the codec of the contract changes",
    [queues(sms), `codec: go-le\n${queues(sms)}`],
    ["CODEC_CHANGED"],
  ],
  ["a key is added", [queues(emails(a)), queues(emails(a, "key: a,"))], ["KEY_ADDED"]],
  ["the last field is removed", ofFields(`${a}, ${b}`, a), ["FIELD_REMOVED", "FIELD_NOT_RESERVED"]],
  [
    "the last field is removed and reserved",
    ofFields(`${a}, ${b}`, `${a}, { reserved: b }`),
    ["FIELD_REMOVED"],
  ],
  [
    "a field in the middle is removed",
    ofFields(`${a}, ${b}, ${c}`, `${a}, ${c}`),
    ["FIELD_REMOVED", "FIELD_NOT_RESERVED", "FIELD_MOVED"],
  ],
  [
    "a field in the middle is removed and reserved",
    ofFields(`${a}, ${b}, ${c}`, `${a}, { reserved: b }, ${c}`),
    ["FIELD_REMOVED"],
  ],
  [
    "a field of go-le is removed",
    ofFields(`${a}, ${b}`, a, "codec: go-le,"),
    ["FIELD_REMOVED", "FIELD_NOT_RESERVED"],
  ],
  ["a field is renamed", [OLD, OLD.replace("name: b", "name: bb")], ["FIELD_RENAMED"]],
  [
    "a field is replaced by one of another type",
    [OLD, OLD.replace(b, "{ name: bb, type: int }")],
    ["FIELD_RENAMED", "FIELD_TYPE_CHANGED"],
  ],
  [
    "two fields of one type are swapped",
    ofFields(`${a}, ${b}`, `${b}, ${a}`),
    ["FIELD_MOVED", "FIELD_MOVED"],
  ],
  [
    "an optional field is inserted",
    ofFields(`${a}, ${b}`, `${a}, { name: n, type: int, optional: true }, ${b}`),
    ["FIELD_MOVED", "FIELD_INSERTED"],
  ],
  [
    "a required field is inserted",
    ofFields(a, `${c}, ${a}`),
    ["FIELD_MOVED", "FIELD_INSERTED", "FIELD_ADDED_REQUIRED"],
  ],
  ["a type changes", [OLD, OLD.replace("int", "int64")], ["FIELD_TYPE_CHANGED"]],
  ["a text becomes bytes", ofFields(a, a.replace("string", '"[]byte"')), ["FIELD_TYPE_CHANGED"]],
  ["a required field is added", ofFields(a, `${a}, ${b}`), ["FIELD_ADDED_REQUIRED"]],
  [
    "a field is added to go-le",
    ofFields(a, `${a}, ${b}`, "codec: go-le,"),
    ["FIELD_ADDED_GO_LE", "FIELD_ADDED_REQUIRED"],
  ],
  [
    "a required field becomes optional",
    [OLD, OLD.replace("int", "int, optional: true")],
    ["FIELD_BECAME_OPTIONAL"],
  ],
  [
    "an optional field becomes required",
    [OLD.replace("int", "int, optional: true"), OLD],
    ["FIELD_BECAME_REQUIRED"],
  ],
  ["a default is removed", [OLD.replace("int", "int, default: 5"), OLD], ["FIELD_BECAME_REQUIRED"]],
  [
    "a default gives way to optional",
    [OLD.replace("int", "int, default: 5"), OLD.replace("int", "int, optional: true")],
    ["FIELD_BECAME_OPTIONAL"],
  ],
  [
    "a json field gets a default",
    [OLD.replace("int", "json"), OLD.replace("int", "json, default: {}")],
    ["JSON_NULL_LOST"],
  ],
  [
    "the reserved at the end is removed",
    ofFields(`${a}, { reserved: b }`, a),
    ["RESERVED_FIELD_REMOVED"],
  ],
  [
    "a reserved in the middle is removed",
    ofFields(`${a}, { reserved: b }, ${c}`, `${a}, ${c}`),
    ["FIELD_MOVED", "RESERVED_FIELD_REUSED"],
  ],
  [
    "a new field takes a reserved place",
    ofFields(`${a}, { reserved: b }`, `${a}, { name: n, type: int, optional: true }`),
    ["RESERVED_FIELD_REUSED"],
  ],
];

export const LEGAL: readonly (readonly [change: string, contracts: readonly [string, string]])[] = [
  ["nothing", [OLD, OLD]],
  ["a queue is added", [queues(sms), queues(emails(a), sms)]],
  ["queues change their order", [queues(emails(a), sms), queues(sms, emails(a))]],
  [
    "an optional field is added at the end",
    ofFields(a, `${a}, { name: n, type: json, optional: true }`),
  ],
  [
    "a field with a default is added at the end",
    ofFields(a, `${a}, { name: n, type: int, default: 5 }`),
  ],
  [
    "a field is added behind a reserved place",
    ofFields(
      `${a}, { reserved: b }`,
      `${a}, { reserved: b }, { name: n, type: int, optional: true }`,
    ),
  ],
  ["a required field gets a default", [OLD, OLD.replace("int", "int, default: 5")]],
  [
    "an optional field gets a default",
    [OLD.replace("int", "int, optional: true"), OLD.replace("int", "int, default: 5")],
  ],
  [
    "a default changes",
    [OLD.replace("int", "int, default: 5"), OLD.replace("int", "int, default: 6")],
  ],
  ["an id is reserved", [queues(sms), `${queues(sms)}reserved: [7]\n`]],
  ["descriptions change", [OLD, OLD.replace("int", "int, description: new")]],
  [
    "the policy changes",
    [
      queues(emails(a)),
      queues(emails(a, "ttl: 5, priority: 1, batch_size: 2, backoff: {}, max_attempts: 3,")),
    ],
  ],
  [
    "the key names another field",
    [queues(emails(`${a}, ${b}`, "key: a,")), queues(emails(`${a}, ${b}`, "key: b,"))],
  ],
  ["the key is removed", [queues(emails(a, "key: a,")), queues(emails(a))]],
  ["the codec is written out", [queues(sms), queues(sms.replace("name", "codec: msgpack, name"))]],
];
