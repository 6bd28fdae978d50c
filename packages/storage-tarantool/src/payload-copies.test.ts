import fc from "fast-check";
import { expect, it } from "vitest";
import { copiesOf } from "./payload-copies.js";

const payloads = fc.array(fc.uint8Array({ maxLength: 700, size: "max" }), { maxLength: 100 });

it("copies payloads of all sizes", () => {
  fc.assert(
    fc.property(payloads, (originals) => {
      expect(copiesOf(originals)).toEqual(originals);
    }),
  );
});

it("gives each its own bytes, of a buffer that is not the packet's and not a large one", () => {
  const packet = new Uint8Array(100_000).fill(7);
  const views = Array.from({ length: 1_000 }, (_, i) => packet.subarray(i * 100, i * 100 + 100));
  const copies = copiesOf(views);
  copies[1]?.fill(8);
  expect(copies.filter((copy) => copy.every((byte) => byte === 7))).toHaveLength(999);
  expect(packet.every((byte) => byte === 7)).toBe(true);
  for (const { buffer } of copies) {
    expect(buffer).not.toBe(packet.buffer);
    expect(buffer.byteLength).toBeLessThanOrEqual(16_384);
  }
});

it("does not let one payload's buffer be transferred away from the others", () => {
  const [first, second] = copiesOf([Uint8Array.of(1), Uint8Array.of(2)]) as [
    Uint8Array,
    Uint8Array,
  ];
  try {
    structuredClone(first, { transfer: [first.buffer as ArrayBuffer] });
  } catch {
    // Newer versions of Node refuse; older ones copy instead.
  }
  expect(second).toEqual(Uint8Array.of(2));
});
