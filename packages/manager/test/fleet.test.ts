import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { describe, expect, it } from "vitest";
import { judgeFleet } from "../bench/fleet/judge-fleet.js";
import type { Sample } from "../bench/fleet/observer.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

// The long form is `pnpm fleet`, with times that are judged. Here a busy machine must not decide.
describe.runIf(tarantoolAvailable())("a fleet of real processes on a real Tarantool", () => {
  it("loses nothing when its Manager is killed, a worker is killed and started, and a queue floods", async () => {
    // Inside the package, so that its dependencies are found.
    mkdirSync(join(root, ".vitest"), { recursive: true });
    const into = mkdtempSync(join(root, ".vitest", "fleet-"));
    try {
      await run(join(root, "node_modules", ".bin", "tsc"), ["-p", "bench", "--outDir", into], {
        cwd: root,
      });
      const args = [join(into, "fleet", "main.js"), "--phase-ms", "600", "--flood", "300"];
      const { stdout } = await run(process.execPath, args).catch(
        (failure: { stdout: string; stderr: string }) => {
          // Judged by times it may have failed; without a verdict it has failed indeed.
          if (!failure.stdout.includes("tasks put and not done")) throw failure;
          return failure;
        },
      );
      const [, put, done] = /^(\d+) tasks put, (\d+) done$/m.exec(stdout) ?? [];
      expect(Number(put)).toBeGreaterThan(300);
      expect(done).toBe(put);
      expect(stdout).toMatch(/^PASS tasks put and not done: 0/m);
      expect(stdout.match(/^(PASS|MISS) /gm)?.length).toBeGreaterThan(7);
    } finally {
      rmSync(into, { recursive: true });
    }
  }, 60_000);
});

describe("the judge of a fleet", () => {
  const phases = [
    "calm",
    "manager killed",
    "manager back",
    "worker killed",
    "worker started",
    "flood",
  ];
  const sample = (atMs: number, more: Partial<Sample> = {}): Sample => ({
    atMs,
    phase: phases[Math.floor(atMs / 10_000)] ?? "drain",
    done: atMs,
    lagMs: new Map([[1, 100]]),
    homes: new Map([
      [1, 4],
      [6, atMs >= 52_000 ? 9 : 2],
    ]),
    workers: atMs >= 32_000 && atMs < 42_000 ? 3 : 4,
    ...more,
  });
  const times = Array.from({ length: 120 }, (_, i) => i * 500);
  const counts = { put: 100, done: 100 };
  const missed = (samples: readonly Sample[], { put, done } = counts) =>
    judgeFleet(samples, { put, done })
      .filter(({ holds }) => !holds)
      .map(({ promise }) => promise);

  it("is content with a fleet that is well", () => {
    expect(missed(times.map((at) => sample(at)))).toEqual([]);
  });

  it.each<[string, (at: number) => Partial<Sample>]>([
    [
      "longest time without a task done",
      (at) => ({ done: at < 20_000 ? at : at < 23_000 ? 20_000 : at }),
    ],
    ["has a plan", (at) => (at >= 10_000 && at < 30_000 ? ({ homes: undefined } as object) : {})],
    ["a killed worker has left the plan", () => ({ workers: 4 })],
    ["a new worker is in the plan", () => ({ workers: 3 })],
    ["the flooded queue has more processors", () => ({ homes: new Map([[6, 2]]) })],
    [
      "the queue of weight 10 during the flood",
      (at) => ({ lagMs: new Map([[1, at > 55_000 ? 1_001 : 0]]) }),
    ],
    [
      "to and fro: flood",
      (at) => ({
        homes: new Map([
          [1, at % 1_000 === 0 ? 4 : 7],
          [6, at >= 52_000 ? 9 : 2],
        ]),
      }),
    ],
  ])("says which promise was broken: %s", (promise, wrong) => {
    const broken = missed(times.map((at) => sample(at, wrong(at))));
    expect(broken.some((one) => one.includes(promise))).toBe(true);
  });

  it("notices a task that was lost, and overlooks a swing of one", () => {
    const calm = times.map((at) =>
      sample(at, {
        homes: new Map([
          [1, at % 1_000 === 0 ? 4 : 5],
          [6, at >= 52_000 ? 9 : 2],
        ]),
      }),
    );
    expect(missed(calm)).toEqual([]);
    expect(missed(calm, { put: 101, done: 100 })).toEqual(["tasks put and not done"]);
  });
});
