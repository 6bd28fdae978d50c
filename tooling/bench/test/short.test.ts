import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { expect, it } from "vitest";
import { LINE_UP, OURS } from "../src/line-up.js";
import type { Result } from "../src/result.js";

const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

function bench(...args: string[]) {
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: "utf8" });
}

// No figures here: a test that measures time fails on somebody else's busy day.
it.runIf(tarantoolAvailable())("runs every workload, and says who cannot take part", () => {
  const dir = mkdtempSync(join(tmpdir(), "queue-bench-test-"));
  try {
    const { status, stdout, stderr } = bench("--short", "--out", join(dir, "result.json"));
    expect(status, stderr).toBe(0);
    const result = JSON.parse(readFileSync(join(dir, "result.json"), "utf8")) as Result;
    const drained = result.figures.filter(({ workload }) => workload === "drain");
    for (const { name } of LINE_UP) {
      const why = result.absent[name];
      if (why !== undefined) expect(stderr).toContain(`SKIPPED ${name}: ${why}`);
      else expect(drained.map(({ who }) => who)).toContain(name);
    }
    expect(new Set(result.figures.map(({ workload }) => workload)).size).toBe(21);
    const lost = result.figures.filter(({ workload }) => workload === "recovery: tasks lost");
    expect(lost.find(({ who }) => who === OURS)?.values).toEqual([0]);
    expect(stdout).toContain("The figures mean nothing".toLowerCase());
    expect(stdout).not.toContain("NaN");
    expect(readFileSync(join(dir, "result.svg"), "utf8")).toContain("<svg");
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

it("helps, and refuses what it does not know", () => {
  expect(bench("--help").stdout).toContain("--profile");
  const { status, stderr } = bench("--only", "nonsense");
  expect(status).toBe(1);
  expect(stderr).toContain('There is no part "nonsense"');
});
