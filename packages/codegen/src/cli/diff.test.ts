import fc from "fast-check";
import { expect, it } from "vitest";
import { diff } from "./diff.js";

const lines = (...list: string[]) => list.join("\n");

it("shows changes with a little around them", () => {
  const from = lines("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12");
  const to = lines("1", "2", "3", "four", "5", "6", "7", "8", "9", "10", "12", "13");
  expect(diff(from, to)).toEqual([
    ...[" 2", " 3", "-4", "+four", " 5", " 6", "@@"],
    ...[" 9", " 10", "-11", " 12", "+13"],
  ]);
});

it("is empty for equal texts", () => {
  expect(diff("a\nb\n", "a\nb\n")).toEqual([]);
});

it("ends long differences", () => {
  const many = Array.from({ length: 3000 }, (_, i) => `line ${i}`);
  const shown = diff(lines(...many), lines(...many.map((line) => `${line}!`)));
  expect(shown).toHaveLength(61);
  expect(shown.at(-1)).toBe("@@ 5940 more lines");
});

it("leads from one text to the other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(text, text, (from, to) => {
      const changes = diff(lines(...from), lines(...to));
      const count = (kind: string) => changes.filter((line) => line.startsWith(kind)).length;
      expect(count("+") - count("-")).toBe(to.length - from.length);
      // As few as possible: what stays is the longest common subsequence.
      expect(count("-")).toBe(from.length - longestCommon(from, to));
    }),
  );
});

function longestCommon([a, ...as]: string[], b: string[]): number {
  if (a === undefined || b.length === 0) return 0;
  const at = b.indexOf(a);
  const without = longestCommon(as, b);
  return at === -1 ? without : Math.max(without, 1 + longestCommon(as, b.slice(at + 1)));
}
