import assert from "node:assert/strict";
import { createPayloadCodec, type FieldContent, type Payload } from "@queue/runtime/wire";
import fc from "fast-check";
import { describe, it } from "vitest";
import {
  FIELD_TYPES,
  type Field,
  type FieldType,
  type QueueContract,
  readContract,
} from "../../src/contract/index.js";
import { payloadOf } from "./arbitrary.js";

const START = `
      - { name: id, type: int64 }
      - { name: note, type: string, optional: true }
      - { name: tries, type: int, default: 3 }`;

/** Changes that leave queued tasks readable, as the fields before and after. */
const CHANGES: readonly (readonly [change: string, before: string, after: string])[] = [
  ["nothing", START, START],
  ...FIELD_TYPES.flatMap((type) => [
    [`appending a ${type}`, START, `${START}\n      - { name: more, type: "${type}" }`] as const,
    [
      `appending an optional ${type}`,
      START,
      `${START}\n      - { name: more, type: "${type}", optional: true }`,
    ] as const,
    [`removing a ${type}`, ...removal(type)] as const,
  ]),
  ["appending a default", START, `${START}\n      - { name: more, type: int, default: 5 }`],
  ["making a field optional", START, START.replace("int64 }", "int64, optional: true }")],
  ["making a field required", START, START.replace(", optional: true", "")],
  ["giving a default", START, START.replace("optional: true", "default: none")],
  ["taking a default away", START, START.replace(", default: 3", "")],
  ["another default", START, START.replace("default: 3", "default: 4")],
  ["another name", START, START.replace("name: note", "name: remark")],
  ["a removed field at the end", START, `${START}\n      - { reserved: more }`],
];

function removal(type: FieldType): [string, string] {
  const rest = "\n      - { name: last, type: int }";
  return [`\n      - { name: old, type: "${type}" }${rest}`, `\n      - { reserved: old }${rest}`];
}

function queueOf(fields: string): QueueContract {
  const text = `queues:\n  - id: 1\n    name: changing\n    fields:${fields}\n`;
  const read = readContract(text, "contract.yaml");
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  const [queue] = read.contract.queues;
  assert(queue);
  return queue;
}

const ZERO: Readonly<Record<FieldType, FieldContent>> = {
  int: 0,
  int64: 0n,
  string: "",
  bool: false,
  "[]byte": new Uint8Array(),
  "[]int": [],
  "[]int64": [],
  float64: 0,
  timestamp: new Date(0),
  "[]string": [],
  json: null,
};

/** What a reader makes of a payload that a writer with another contract wrote. */
function asRead(writer: QueueContract, reader: QueueContract, payload: Payload): Payload {
  const written = new Map(writer.fields.map((field) => [field.position, field]));
  const read = (field: Field) => {
    const other = written.get(field.position);
    const value = other && (payload[other.property] ?? other.default);
    return value ?? absent(field);
  };
  return Object.fromEntries(reader.fields.map((field) => [field.property, read(field)]));
}

function absent(field: Field): FieldContent | undefined {
  if (field.default !== undefined) return field.default;
  return field.optional ? undefined : ZERO[field.type];
}

describe.each(CHANGES)("after %s", (_, before, after) => {
  const older = queueOf(before);
  const newer = queueOf(after);

  function check(writer: QueueContract, reader: QueueContract): void {
    const { encode } = createPayloadCodec(writer);
    const { decode } = createPayloadCodec(reader);
    fc.assert(
      fc.property(payloadOf(writer), (payload) => {
        assert.deepEqual(decode(encode(payload)), asRead(writer, reader, payload));
      }),
      { numRuns: 20 },
    );
  }

  it("the newer contract reads what the older one wrote", () => check(older, newer));
  it("the older contract reads what the newer one wrote", () => check(newer, older));
});

describe("widening a type", () => {
  it.each([
    ["int", "int64", (value: FieldContent) => BigInt(value as number)],
    ["string", "[]byte", (value: FieldContent) => new TextEncoder().encode(value as string)],
    ["int", "float64", (value: FieldContent) => value],
    ["[]int", "[]int64", (value: FieldContent) => (value as number[]).map(BigInt)],
    ["timestamp", "int", (value: FieldContent) => (value as Date).getTime()],
  ] as const)("from %s to %s keeps every value", (from, to, expected) => {
    const writer = queueOf(`\n      - { name: value, type: "${from}" }`);
    const reader = queueOf(`\n      - { name: value, type: "${to}" }`);
    fc.assert(
      fc.property(payloadOf(writer), (payload) => {
        const read = createPayloadCodec(reader).decode(createPayloadCodec(writer).encode(payload));
        assert.deepEqual(read, { value: expected(payload.value as FieldContent) });
      }),
      { numRuns: 50 },
    );
  });
});
