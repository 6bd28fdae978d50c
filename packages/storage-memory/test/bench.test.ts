import { expect, it } from "vitest";
import { PARTS, QUICK, runBench } from "../bench/run.js";

// No figures here: a test that measures time fails on somebody else's busy day.
it("the benchmark runs and says of every floor whether it holds", async () => {
  const printed: string[] = [];
  const started: string[] = [];
  const print = (text: string) => printed.push(text);
  const progress = (line: string) => started.push(line);
  expect(await runBench(PARTS, QUICK, { print, progress })).toBeTypeOf("boolean");
  expect(started).toHaveLength(PARTS.length);
  expect(printed.join("\n").match(/^ {2}(PASS|MISS) /gm)).toHaveLength(3);
  expect(printed.join("\n")).not.toContain("NaN");
});
