import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WholeFrames } from "./whole-frames.js";

const GREETING = Buffer.from("Tarantool 2.6.0 (Binary)".padEnd(128));

function packet(bytes: number): Buffer {
  const buffer = Buffer.alloc(5 + bytes, 1);
  buffer[0] = 0xce;
  buffer.writeUInt32BE(bytes, 1);
  return buffer;
}

/** 1, 2, 3 -> 1, 3, 6 */
function sums(numbers: readonly number[]): readonly number[] {
  let sum = 0;
  return numbers.map((number) => {
    sum += number;
    return sum;
  });
}

describe("whole frames", () => {
  it("come out as they went in, whatever the pieces, and only whole", () => {
    const sizes = fc.array(fc.nat({ max: 300 }), { maxLength: 8 });
    const cuts = fc.array(fc.nat({ max: 2_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(sizes, cuts, (packets, at) => {
        const stream = Buffer.concat([GREETING, ...packets.map(packet)]);
        const bounds = [0, ...at.filter((cut) => cut < stream.length).sort((x, y) => x - y)];
        const frames = new WholeFrames();
        const out = bounds.flatMap((from, index) =>
          frames.add(stream.subarray(from, bounds[index + 1] ?? stream.length)),
        );
        expect(Buffer.concat(out).equals(stream)).toBe(true);
        const ends = new Set(sums([128, ...packets.map((size) => 5 + size)]));
        for (const end of sums(out.map(({ length }) => length))) expect(ends.has(end)).toBe(true);
      }),
    );
  });

  it("refuse what does not greet as Tarantool does", () => {
    expect(() => new WholeFrames().add(Buffer.alloc(200, "HTTP/1.1 "))).toThrow("is not Tarantool");
  });

  it("refuse a packet whose length is none", () => {
    const frames = new WholeFrames();
    frames.add(GREETING);
    expect(() => frames.add(Buffer.alloc(5, 0xff))).toThrow("not a packet");
  });
});
