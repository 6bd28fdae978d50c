import { expect, it } from "vitest";
import { runBench } from "../bench/run.js";

it("the benchmark runs, and every contender gives back what it was given", () => {
  const { text } = runBench({ rounds: 1, roundMs: 1 }, () => {});
  for (const name of ["@queue", "msgpackr", "@msgpack/msgpack", "JSON", "protobufjs", "avsc"])
    expect(text).toContain(`\n| ${name}`);
  expect(text).not.toContain("NaN");
});
