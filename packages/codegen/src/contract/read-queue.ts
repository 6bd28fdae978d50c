import type { ParsedNode } from "yaml";
import { checkFieldNames, type Named, readName } from "./check-names.js";
import type { Codec, FieldType, QueueContract } from "./contract.js";
import { readMapping, type Shape } from "./mapping.js";
import { type ReadFields, readDescription, readFields } from "./read-fields.js";
import { POLICY_KEYS, readPolicy } from "./read-policy.js";
import type { Reading } from "./reading.js";
import { readChoice, readInteger } from "./scalars.js";
import { didYouMean } from "./suggest.js";

export const MAX_QUEUE_ID = 65_535;
export const CODECS = ["msgpack", "go-le"] as const satisfies readonly Codec[];

/** What the Go services read and write. */
export const GO_LE_TYPES: readonly FieldType[] = [
  "int",
  "int64",
  "string",
  "bool",
  "[]byte",
  "[]int",
  "[]int64",
];

/** Types whose values have one short text each: what tells tasks apart has to be written as a text. */
export const KEY_TYPES: readonly FieldType[] = ["string", "int", "int64"];

const QUEUE: Shape<
  "id" | "name" | "fields" | "description" | "codec" | (typeof POLICY_KEYS)[number]
> = {
  what: "a queue",
  required: ["id", "name", "fields"],
  optional: ["description", "codec", ...POLICY_KEYS],
  hints: {
    reserved: "put `- { reserved: its_name }` into `fields`, in the place of the removed field",
    policy: `write ${POLICY_KEYS.join(", ")} here`,
  },
};

const NO_FIELDS: ReadFields = { fields: [], removed: [] };

export interface ReadQueue {
  readonly queue: QueueContract;
  readonly node: ParsedNode;
  readonly name: Named | undefined;
  readonly id: { readonly value: number; readonly node: ParsedNode } | undefined;
  readonly fields: ReadFields["fields"];
}

export function readQueue(node: ParsedNode, contractCodec: Codec, reading: Reading): ReadQueue {
  const mapping = readMapping(node, QUEUE, reading);
  const id = mapping.read("id", (value) => readQueueId(value, "the id of a queue", reading));
  const name = mapping.read("name", (value) => readName(value, "queue", reading));
  const description = mapping.read("description", (value) => readDescription(value, reading));
  const codec = mapping.read("codec", (value) => readCodec(value, reading)) ?? contractCodec;
  const read = mapping.read("fields", (value) => readFields(value, reading)) ?? NO_FIELDS;
  const removedNames = read.removed.flatMap((removed) => removed.name ?? []);
  checkFieldNames(
    read.fields.flatMap((field) => field.name ?? []),
    removedNames,
    reading,
  );
  if (codec === "go-le") checkGoLe(read, removedNames, reading);
  const policy = readPolicy(mapping, reading);
  mapping.read("key", (value) => checkKey(policy.key, value, read, reading));
  const queue: QueueContract = {
    id: id?.value ?? 0,
    name: name?.text ?? "",
    ...(description !== undefined && { description }),
    codec,
    fields: read.fields.map(({ field }) => field),
    reservedPositions: read.removed.map(({ position }) => position),
    policy,
  };
  return { queue, node, name, id, fields: read.fields };
}

export function readQueueId(node: ParsedNode, what: string, reading: Reading): ReadQueue["id"] {
  const value = readInteger(node, what, [1, MAX_QUEUE_ID], reading);
  return value === undefined ? undefined : { value, node };
}

export function readCodec(node: ParsedNode, reading: Reading): Codec | undefined {
  return readChoice(node, "codec", CODECS, reading);
}

function checkGoLe({ fields }: ReadFields, removed: readonly Named[], reading: Reading): void {
  const complain = (at: ParsedNode, message: string, suggestion?: string) =>
    reading.complain("codec-limits", at, message, suggestion);
  for (const { field, node, name } of fields) {
    const at = name?.node ?? node;
    if (!GO_LE_TYPES.includes(field.type))
      complain(at, `go-le has no type ${field.type}`, `it has ${GO_LE_TYPES.join(", ")}`);
    if (field.optional) complain(at, "go-le has no optional fields: every field is always there");
    if (field.default !== undefined)
      complain(at, "go-le has no defaults: every field is always there");
  }
  for (const { node } of removed)
    complain(node, "go-le has no reserved fields: its payloads say nothing of positions");
}

function checkKey(
  key: string | undefined,
  node: ParsedNode,
  { fields }: ReadFields,
  reading: Reading,
): void {
  if (key === undefined || fields.length === 0) return; // then something else has been complained of
  const field = fields.find((each) => each.field.name === key)?.field;
  if (field === undefined) {
    const names = fields.map((each) => each.field.name);
    reading.complain(
      "bad-key",
      node,
      `key names \`${key}\`, which is no field of the queue`,
      didYouMean(key, names),
    );
  } else if (!KEY_TYPES.includes(field.type)) {
    const message = `key names \`${key}\`, which is of type ${field.type}`;
    reading.complain("bad-key", node, message, `a key is of type ${KEY_TYPES.join(", ")}`);
  }
}
