import type { FieldContent, Payload } from "@queue/runtime/wire";
import { describe, expect, it } from "vitest";
import { codecs, type QueueCodecs } from "./codecs.js";
import { refusalOf } from "./refusal-of.js";

function codecsOf(name: string): QueueCodecs {
  const found = codecs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no queue ${name}`);
  return found;
}

const GOOD: Payload = {
  int: 1,
  int64: 1n,
  string: "a",
  bool: true,
  bytes: new Uint8Array(1),
  ints: [1],
  int64s: [1n],
  float64: 1,
  timestamp: new Date(1),
  strings: ["a"],
  json: { a: [] },
};

class Custom {
  readonly secret = "password";
}

const lying = { constructor: { name: "password" } };
const cycle: Record<string, unknown> = {};
cycle.self = cycle;

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  int: [Number.NaN, 0.5, 2 ** 53, -(2 ** 53), Number.POSITIVE_INFINITY, 1n, "1", null, undefined],
  int64: [1, 2n ** 63n, -(2n ** 63n) - 1n, 2n ** 200n, "1", null, undefined],
  string: [
    "\ud800",
    "a\udc00b",
    `${"x".repeat(30)}\ud83d`,
    1,
    null,
    undefined,
    new String("a"),
    lying,
  ],
  bool: [1, "true", null, undefined],
  bytes: ["text", [1, 2], new ArrayBuffer(2), new Int8Array(2), null, undefined],
  ints: [[1.5], [1, undefined], [1n], new Array(2), "1", null, undefined, new Uint8Array(1)],
  int64s: [[1], [2n ** 63n], null, undefined],
  float64: [Number.NaN, "1", 1n, null, undefined],
  timestamp: [new Date(Number.NaN), 1, "2026-01-01", null, undefined],
  strings: [["\udfff"], [1], "a", null, undefined],
  json: [
    undefined,
    1n,
    Number.NaN,
    Number.NEGATIVE_INFINITY,
    { a: undefined },
    [undefined],
    new Array(1),
    new Date(0),
    new Map(),
    new Uint8Array(1),
    new Custom(),
    () => 1,
    Symbol("s"),
    "\ud800",
    { "\ud800": 1 },
    cycle,
    nested(33),
  ],
};

function cases(fields: readonly string[]) {
  return fields.flatMap((field) =>
    (WRONG[field] ?? []).map((value, index) => ({ field, index, value: value as FieldContent })),
  );
}

describe.each([
  { name: "every-type/required", fields: Object.keys(WRONG) },
  {
    name: "go-le/seven_types",
    fields: ["int", "int64", "string", "bool", "bytes", "ints", "int64s"],
  },
])("a writer of $name", ({ name, fields }) => {
  const { queue, generated, descriptor } = codecsOf(name);
  const good = Object.fromEntries(fields.map((field) => [field, GOOD[field] as FieldContent]));

  it.each(cases(fields))("refuses wrong value $index of $field", ({ field, value }) => {
    for (const { encode } of [generated, descriptor]) {
      const error = refusalOf(() => encode({ ...good, [field]: value }));
      expect(error.code).toBe("INVALID_ARGUMENT");
      expect(error.details).toMatchObject({ queueNum: queue.id, field });
      expect(error.message).toContain(`queue ${queue.name}, field ${field}: `);
      expect(error.message).not.toContain("password");
    }
  });

  it.each([null, undefined, "text", 5])("refuses a payload that is %s", (payload) => {
    for (const { encode } of [generated, descriptor])
      expect(() => encode(payload as unknown as Payload)).toThrow(/^\[INVALID_ARGUMENT\] queue/);
  });

  it("writes the next payload as if nothing had been refused", () => {
    const before = Buffer.from(generated.encode(good));
    refusalOf(() => generated.encode({ ...good, int64s: [2n ** 63n] }));
    expect(Buffer.compare(generated.encode(good), before)).toBe(0);
  });
});

describe("json", () => {
  const { generated, descriptor } = codecsOf("every-type/required");

  it.each([
    ["as deep as it may be", nested(32)],
    ["an own property named __proto__", JSON.parse('{"__proto__":{"admin":true},"a":1}')],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 })],
    ["keys that look like indexes", { b: 1, 2: 1, 1: 2 }],
    ["many keys", Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`key${n}`, n]))],
  ])("is kept: %s", (_, json) => {
    const read = generated.decode(generated.encode({ ...GOOD, json }));
    expect(JSON.stringify(read.json)).toBe(JSON.stringify(json));
    expect(Object.getPrototypeOf(read.json)).not.toHaveProperty("admin");
  });

  it("is not null where null would mean absent", () => {
    const optional = codecsOf("every-type/optional");
    for (const { encode } of [optional.generated, optional.descriptor])
      expect(() => encode({ json: null })).toThrow(/field json: must not be null/);
  });

  it("has its default where null is given for a field that has one", () => {
    const defaulted = codecsOf("every-type/defaulted");
    for (const { encode, decode } of [defaulted.generated, defaulted.descriptor])
      expect(decode(encode({ json: null }))).toEqual(decode(encode({})));
  });

  it("does not keep the default of one payload in another", () => {
    const defaulted = codecsOf("every-type/defaulted");
    for (const { encode, decode } of [defaulted.generated, defaulted.descriptor]) {
      const first = decode(encode({})) as { json: { retry: unknown[] }; ints: number[] };
      first.json.retry.push("changed");
      first.ints.push(1);
      expect(decode(encode({}))).toMatchObject({ json: { retry: [1, 2.5, null] }, ints: [] });
    }
  });

  it("is read by a descriptor that knows every field, and refuses names it does not know", () => {
    expect(() => descriptor.encode({ ...GOOD, jsno: 1 })).toThrow(/field jsno: is unknown/);
  });
});
