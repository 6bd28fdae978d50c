import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { duration, wholeNumber } from "./setting-kind.js";

describe("wholeNumber", () => {
  it("reads digits within its range, and nothing else", () => {
    const { parse } = wholeNumber(1, 1024);
    expect(["1", "1024", " 4 ", "007"].map(parse)).toEqual([1, 1024, 4, 7]);
    for (const bad of [
      "",
      " ",
      "abc",
      "-1",
      "+1",
      "1.5",
      "1e3",
      "0x10",
      "4 5",
      "0",
      "1025",
      "٤",
      "Infinity",
    ])
      expect(parse(bad), bad).toBeUndefined();
  });

  it("reads every whole number back, and none outside of the range", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        const expected = n >= 1 && n <= 10_000 ? n : undefined;
        expect(wholeNumber(1, 10_000).parse(String(n))).toBe(expected);
      }),
    );
  });
});

describe("duration", () => {
  it.each([
    ["60", 60_000],
    ["90s", 90_000],
    ["2m", 120_000],
    ["1h", 3_600_000],
    ["500ms", 500],
    [" 1 ", 1000],
    ["3155760000", 3_155_760_000_000],
  ])("reads %j as %d ms", (written, ms) => {
    expect(duration.parse(written)).toBe(ms);
  });

  it.each([
    "",
    "s",
    "abc",
    "-1",
    "1.5",
    "0",
    "0ms",
    "1 s",
    "1d",
    "1S",
    "3155760001",
    "9".repeat(400),
  ])("refuses %j", (written) => {
    expect(duration.parse(written)).toBeUndefined();
  });
});
