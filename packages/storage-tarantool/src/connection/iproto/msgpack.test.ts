import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MsgpackReader } from "./msgpack-reader.js";
import { MsgpackWriter } from "./msgpack-writer.js";

const writer = new MsgpackWriter();
const reader = new MsgpackReader();

function encoded(value: unknown): Buffer {
  writer.begin(Buffer.alloc(0));
  writer.write(value);
  return writer.taken();
}

function decoded(hex: string): unknown {
  const bytes = Buffer.from(hex, "hex");
  reader.begin(bytes, 0);
  const value = reader.read();
  expect(reader.at).toBe(bytes.length);
  return value;
}

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true }).map((number) => number + 0), // -0 becomes 0, as in the writer
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie("value"), { maxLength: 20 }),
  ),
})).value;

describe("MessagePack", () => {
  it("gives back whatever was written", () => {
    fc.assert(
      fc.property(value, (original) => {
        const bytes = encoded(original);
        reader.begin(bytes, 0);
        expect(reader.read()).toEqual(original);
        expect(reader.at).toBe(bytes.length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [127, "7f"],
    [128, "cc80"],
    [255, "ccff"],
    [256, "cd0100"],
    [65_536, "ce00010000"],
    [2 ** 32 - 1, "ceffffffff"],
    [2 ** 32, "cb41f0000000000000"], // a double: see MsgpackWriter
    [-1, "d2ffffffff"],
    [-0, "00"], // as a double, the server's unsigned fields would refuse it
    ["", "a0"],
    ["a".repeat(31), `bf${"61".repeat(31)}`],
    ["a".repeat(32), `d920${"61".repeat(32)}`],
    ["ä", "a2c3a4"],
    [Uint8Array.of(1, 2), "c4020102"],
    [[1, [null, true]], "920192c0c3"],
    [undefined, "c0"],
  ])(
    "writes %j as Tarantool wants it: unsigned integers in their shortest form",
    (original, hex) => {
      expect(encoded(original).toString("hex")).toBe(hex);
    },
  );

  it.each([15, 16, 65_535, 65_536])("writes and reads an array of %i", (length) => {
    const array = new Array(length).fill(1);
    reader.begin(encoded(array), 0);
    expect(reader.read()).toEqual(array);
  });

  it.each([255, 256, 65_535, 65_536, 3_000_000])(
    "writes and reads %i bytes and characters",
    (length) => {
      reader.begin(encoded([Buffer.alloc(length, 7), "x".repeat(length)]), 0);
      const [bytes, text] = reader.read() as [Uint8Array, string];
      expect([bytes.length, bytes.at(-1), text.length]).toEqual([length, 7, length]);
    },
  );

  it.each([
    ["cf0020000000000000", 2 ** 53],
    ["cf00000001000000ff", 2 ** 32 + 255],
    ["d3ffffffff00000000", -(2 ** 32)],
    ["d0ff", -1],
    ["d1fffe", -2],
    ["e0", -32],
    ["ca3fc00000", 1.5],
    ["8201a16102c0", { 1: "a", 2: null }],
    ["de0001a16b01", { k: 1 }],
    ["d40105", Uint8Array.of(5)],
    ["c70302010203", Uint8Array.of(1, 2, 3)],
  ])("reads %s, as servers send it", (hex, expected) => {
    expect(decoded(hex)).toEqual(expected);
  });

  it("refuses what is no MessagePack or ends too early", () => {
    expect(() => decoded("c1")).toThrow(RangeError);
    expect(() => decoded("a361")).toThrow(RangeError);
    expect(() => decoded("92")).toThrow();
  });

  it("refuses to write what has no place in arguments", () => {
    expect(() => encoded({ a: 1 })).toThrow(TypeError);
    expect(() => encoded(1n)).toThrow(TypeError);
  });
});
