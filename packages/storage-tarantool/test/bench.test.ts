import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { expect, it } from "vitest";
import { QUICK, runBench } from "../bench/run.js";

// No figures here: a test that measures time fails on somebody else's busy day.
it.runIf(tarantoolAvailable())(
  "the benchmark runs, drains what it put and prints every figure",
  async () => {
    const printed: string[] = [];
    await runBench("write", QUICK, { print: (text) => printed.push(text), progress: () => {} });
    const report = printed.join("\n");
    expect(report).toContain("wal_mode=write");
    expect(report.match(/k tasks\/s$/gm)).toHaveLength(7);
    expect(report.match(/ x {3}/g)).toHaveLength(5);
    expect(report.match(/CPU a task$/gm)).toHaveLength(5);
    expect(report.match(/p50 .* p99 /g)).toHaveLength(2);
    expect(report).not.toContain("NaN");
  },
);
