import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCdb } from "../../test/config/cdb-writer.js";
import { readCdb } from "./cdb.js";

const whole = writeCdb(Array.from({ length: 20 }, (_, i) => [`/key/${i}`, `s${i}`] as const));

describe("readCdb", () => {
  it("finds every record, in the order of the file", () => {
    const records = readCdb(whole);
    if ("damage" in records) throw new Error(records.damage);
    expect(records.map(({ key, data }) => `${key} ${data}`)).toEqual(
      Array.from({ length: 20 }, (_, i) => `/key/${i} s${i}`),
    );
  });

  it("refuses a file cut short at any byte, and one with a byte too many", () => {
    for (let length = 0; length < whole.length; length++)
      expect(readCdb(whole.subarray(0, length))).toHaveProperty("damage");
    expect(readCdb(Buffer.concat([whole, Buffer.alloc(1)]))).toHaveProperty("damage");
  });

  it("refuses a file whose header is not written yet", () => {
    const unfinished = Buffer.from(whole).fill(0, 0, 2048);
    expect(readCdb(unfinished)).toEqual({ damage: expect.stringContaining("2048 of") });
  });

  it("never throws and never invents a key, whatever byte is damaged", () => {
    const position = fc.nat(whole.length - 1);
    fc.assert(
      fc.property(position, fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = Buffer.from(whole);
        damaged[at] = (damaged[at] ?? 0) ^ flip;
        const records = readCdb(damaged);
        if ("damage" in records) return;
        for (const { key } of records) expect(key.toString()).toMatch(/^\/key\/\d+$/);
      }),
      { numRuns: 2000 },
    );
  });

  it("does not spend long on random bytes or on tables that all claim the whole file", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2048, maxLength: 4096 }), (bytes) => {
        readCdb(Buffer.from(bytes));
      }),
    );
    const greedy = Buffer.alloc(2048 + 8 * 100_000);
    for (let table = 0; table < 256; table++) {
      greedy.writeUInt32LE(2048, table * 8);
      greedy.writeUInt32LE(100_000, table * 8 + 4);
    }
    expect(readCdb(greedy)).toEqual({ damage: "its hash tables overlap" });
  });
});
