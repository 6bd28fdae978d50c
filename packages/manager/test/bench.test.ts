import { expect, it } from "vitest";
import { runBench } from "../bench/plan-bench.js";

// No figures here: a test that measures time fails on somebody else's busy day.
it("the benchmark runs and says of every size whether it is quick enough", () => {
  const printed: string[] = [];
  expect(runBench({ rounds: 3 }, (line) => printed.push(line))).toBeTypeOf("boolean");
  expect(printed).toHaveLength(3);
  for (const line of printed) expect(line).toMatch(/^(PASS|MISS) \d+ queues x .*median [\d.]+ ms/);
});
