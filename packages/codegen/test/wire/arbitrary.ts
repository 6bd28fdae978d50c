import type { FieldContent, Payload } from "@queue/runtime/wire";
import fc from "fast-check";
import type { Field, FieldType, QueueContract } from "../../src/contract/contract.js";

const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };
const EDGES = [0, 7, 8, 15, 16, 31, 32, 33, 53].flatMap((bits) => [2n ** BigInt(bits)]);
const AROUND = EDGES.flatMap((edge) => [edge - 1n, edge, edge + 1n]);
/** Where widths change, on both sides of zero. */
const INT64_EDGES = [...AROUND, ...AROUND.map((edge) => -edge), -32n, -33n, INT64.min, INT64.max];
const INT_EDGES = INT64_EDGES.map(Number).filter(Number.isSafeInteger);

const int64 = fc.oneof(fc.constantFrom(...INT64_EDGES), fc.bigInt(INT64));
const int = fc.oneof(fc.constantFrom(...INT_EDGES), fc.maxSafeInteger(), fc.integer());

/** ASCII of every length around the borders, then every script, combining marks and astral planes. */
const string = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom("", "\u0000", "\ufeffbom", "\ufffd", "e\u0301", "👨‍👩‍👧", "\u{10ffff}"),
  fc.integer({ min: 0, max: 70_000 }).map((length) => "x".repeat(length)),
);

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(
    Uint8Array.from({ length: 256 }, (_, index) => index),
    new Uint8Array(70_000),
  ),
);

function list<Item>(item: fc.Arbitrary<Item>): fc.Arbitrary<Item[]> {
  return fc.oneof(
    fc.array(item, { maxLength: 20 }),
    fc
      .tuple(item, fc.constantFrom(0, 15, 16, 255, 256, 5_000))
      .map(([value, count]) => Array<Item>(count).fill(value)),
  );
}

const BY_TYPE: Readonly<Record<FieldType, fc.Arbitrary<FieldContent>>> = {
  int,
  int64,
  string,
  bool: fc.boolean(),
  "[]byte": bytes,
  "[]int": list(int),
  "[]int64": list(int64),
  float64: fc.oneof(fc.double({ noNaN: true }), int),
  timestamp: fc.date({ noInvalidDate: true }),
  "[]string": list(fc.string({ unit: "binary", maxLength: 12 })),
  // msgpackr cannot read a key named __proto__; that we can has a test of its own.
  json: fc
    .json({ maxDepth: 4, stringUnit: "binary" })
    .filter((text) => !text.includes("__proto__"))
    .map((text) => JSON.parse(text)),
};

/** Payloads as a producer gives them: what may be absent sometimes is. */
export function payloadOf({ fields }: QueueContract): fc.Arbitrary<Payload> {
  const entries = fields.map((field) => [field.property, contentOf(field)] as const);
  return fc.record(Object.fromEntries(entries));
}

function contentOf(field: Field): fc.Arbitrary<FieldContent | undefined> {
  const present = BY_TYPE[field.type];
  if (!field.optional && field.default === undefined) return present;
  return fc.option(
    present.filter((value) => value !== null),
    { nil: undefined, freq: 3 },
  );
}
