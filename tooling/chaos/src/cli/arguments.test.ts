import { expect, test } from "vitest";
import { parseArguments, WrongUse } from "./arguments.js";

test("a range of seeds, or one", () => {
  expect(parseArguments(["--seeds", "3..70"])).toMatchObject({ from: 3, to: 70, shrink: false });
  expect(parseArguments(["--seeds=5", "--shrink"])).toMatchObject({ from: 5, to: 5, shrink: true });
  expect(parseArguments(["--", "--seeds", "5"])).toMatchObject({ from: 5 });
});

test("--save shrinks first", () => {
  expect(parseArguments(["--save", "late-batch"])).toMatchObject({ shrink: true });
});

test.each([
  ["--seeds", "5..3"],
  ["--seeds", "all"],
  ["--jobs", "0"],
  ["--failures", "many"],
  ["--save", "../outside"],
  ["--what"],
  ["word"],
])("%s %s is refused in words", (...args) => {
  expect(() => parseArguments(args)).toThrow(WrongUse);
});
