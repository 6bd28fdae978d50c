import fc from "fast-check";
import { expect, it } from "vitest";
import { ownPayloads } from "./own-payloads.js";

const payloads = fc.array(fc.uint8Array({ maxLength: 700, size: "max" }), { maxLength: 100 });

it("keeps payloads of all sizes", () => {
  fc.assert(
    fc.property(payloads, (originals) => {
      expect(ownPayloads(originals)).toEqual(originals);
    }),
  );
});

it("copies those of a large packet, each into its own part of a buffer that is not large", () => {
  const packet = new Uint8Array(100_000).fill(7);
  const views = Array.from({ length: 1_000 }, (_, i) => packet.subarray(i * 100, i * 100 + 100));
  const copies = ownPayloads(views);
  copies[1]?.fill(8);
  expect(copies.filter((copy) => copy.every((byte) => byte === 7))).toHaveLength(999);
  expect(packet.every((byte) => byte === 7)).toBe(true);
  for (const { buffer } of copies) {
    expect(buffer).not.toBe(packet.buffer);
    expect(buffer.byteLength).toBeLessThanOrEqual(32_768);
  }
});

it("copies none of a small packet, and makes plain arrays of them", () => {
  const packet = Buffer.from(new Uint8Array(1_000).fill(7).buffer);
  const views = [packet.subarray(0, 10), packet.subarray(20, 30)];
  const own = ownPayloads(views);
  expect(own.map(({ buffer }) => buffer)).toEqual([packet.buffer, packet.buffer]);
  expect(own.some((one) => Buffer.isBuffer(one))).toBe(false);
  expect(own).toEqual(views.map((view) => new Uint8Array(view)));
});

it("does not let one payload's buffer be transferred away from the others", () => {
  const packet = Uint8Array.of(1, 2);
  for (const views of [
    [packet.subarray(0, 1), packet.subarray(1)],
    [Uint8Array.of(1), Uint8Array.of(2)],
  ]) {
    const [first, second] = ownPayloads(views) as [Uint8Array, Uint8Array];
    try {
      structuredClone(first, { transfer: [first.buffer as ArrayBuffer] });
    } catch {
      // Newer versions of Node refuse; older ones copy instead.
    }
    expect(second).toEqual(Uint8Array.of(2));
  }
});
