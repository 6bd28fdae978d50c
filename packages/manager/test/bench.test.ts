import { expect, it } from "vitest";
import { judgeTimes, runBench } from "../bench/plan-bench.js";

// No figures here: a test that measures time fails on somebody else's busy day.
it("the benchmark runs and says of every size whether it is quick enough", () => {
  const printed: string[] = [];
  expect(runBench({ rounds: 3 }, (line) => printed.push(line))).toBeTypeOf("boolean");
  expect(printed).toHaveLength(3);
  for (const line of printed) expect(line).toMatch(/^(PASS|MISS) \d+ queues x .*p95 [\d.]+ ms/);
});

it("plans that are slow one time in ten are not quick enough, one in a hundred is", () => {
  const times = (slow: number) => Array.from({ length: 100 }, (_, i) => (i < slow ? 30 : 2));
  expect(judgeTimes(times(10))).toMatchObject({ holds: false, median: 2, p95: 30 });
  expect(judgeTimes(times(1))).toMatchObject({ holds: true, median: 2, p95: 2, worst: 30 });
});
