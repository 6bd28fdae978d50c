import fc from "fast-check";
import { expect, test } from "vitest";
import { exponential, TASK_BACKOFF } from "./backoff.js";

const half = () => 0.5;

test("doubles from the first wait to the longest", () => {
  const backoff = exponential({ minMs: 1_000, maxMs: 10_000 });
  expect([0, 1, 2, 3, 4, 5].map((n) => backoff(n, half))).toEqual([
    1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});

test("attempts 10,000 does not overflow the backoff", () => {
  expect(TASK_BACKOFF(10_000, half)).toBe(3_600_000);
  expect(exponential({ minMs: 0, maxMs: 5 })(10_000, half)).toBe(0);
});

test("is a finite number of milliseconds within its bounds, whatever the count and the chance", () => {
  const cases = fc.record({
    failures: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    minMs: fc.integer({ min: 0, max: 1_000_000 }),
    more: fc.integer({ min: 0, max: 1_000_000_000 }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    chance: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(cases, ({ failures, minMs, more, jitter, chance }) => {
      const maxMs = minMs + more;
      const ms = exponential({ minMs, maxMs, jitter })(failures, () => chance);
      return Number.isInteger(ms) && ms >= 0 && ms <= maxMs;
    }),
  );
});

test("refuses waits that make no sense", () => {
  expect(() => exponential({ minMs: 10, maxMs: 1 })).toThrow("0 <= minMs <= maxMs");
  expect(() => exponential({ minMs: Number.NaN, maxMs: 1 })).toThrow("NaN");
  expect(() => exponential({ minMs: 1, maxMs: 1, jitter: 2 })).toThrow("jitter");
});
