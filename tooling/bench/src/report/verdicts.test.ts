import { expect, it } from "vitest";
import type { Figure, Result } from "../result.js";
import { verdictsTable } from "./report.js";
import { reaches, verdicts } from "./verdicts.js";

const rate = (who: string, ...values: number[]): Figure => ({
  workload: "drain",
  who,
  unit: "tasks/s",
  values,
});

function resultOf(...figures: Figure[]): Result {
  const machine = { cpu: "", cores: 2, memoryGb: 1, system: "", node: "v20" };
  return { date: "", machine, size: "full", rounds: 3, absent: {}, figures };
}

it("divides our median by the peer's", () => {
  const result = resultOf(rate("ours", 1, 60, 100), rate("BullMQ", 9, 10, 11));
  expect(verdicts(result)).toMatchObject([{ promise: "drain, to BullMQ", seen: 6 }]);
  expect(verdictsTable(result)).toContain("floor passed");
});

it("says what is below the floor", () => {
  const result = resultOf(rate("ours", 40), rate("BullMQ", 10));
  expect(verdictsTable(result)).toContain("**below the floor**");
});

it("knows that less is better for times", () => {
  const verdict = { promise: "", seen: 2, floor: 3, unit: "", better: "less" as const };
  expect(reaches(verdict, 3)).toBe(true);
  expect(reaches(verdict, 1)).toBe(false);
  expect(reaches(verdict, undefined)).toBe(false);
});
