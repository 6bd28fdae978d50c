import { describe, expect, it } from "vitest";
import { pictureOf } from "../src/simulator/picture.js";
import { MANAGER, POLICIES, STATIC_SPLIT } from "../src/simulator/policies.js";
import { tableOf, verdictLine } from "../src/simulator/report.js";
import { studyWorkload } from "../src/simulator/study.js";
import { traceOf } from "../src/simulator/trace.js";
import { judgeStudy } from "../src/simulator/verdicts.js";
import { WORKLOADS, type Workload } from "../src/simulator/workloads.js";

// The long form, 20 seeds of everything, is `pnpm simulate`.

const workload = (name: string): Workload => {
  const found = WORKLOADS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no workload ${name}`);
  return found;
};

describe.each(WORKLOADS.filter(({ name }) => name !== "500 x 1000"))("$name", (one) => {
  it("reaches every figure that the README promises", () => {
    const missed = judgeStudy(studyWorkload(one, POLICIES, [1, 2])).filter(({ holds }) => !holds);
    expect(missed.map(verdictLine)).toEqual([]);
  });
});

describe("500 x 1000", () => {
  it("reaches every figure that the README promises, for half the time", () => {
    const short = { ...workload("500 x 1000"), durationMs: 60_000, drainMs: 10_000, steady: false };
    const policies = POLICIES.filter(({ name }) => name !== STATIC_SPLIT);
    const missed = judgeStudy(studyWorkload(short, policies, [1])).filter(({ holds }) => !holds);
    expect(missed.map(verdictLine)).toEqual([]);
  });
});

describe("a simulation", () => {
  const burst = { ...workload("burst"), durationMs: 60_000 };

  it("gives the same figures for the same seeds, and others for others", () => {
    const once = studyWorkload(burst, POLICIES, [7, 8]);
    expect(studyWorkload(burst, POLICIES, [7, 8])).toEqual(once);
    expect(studyWorkload(burst, POLICIES, [9])).not.toEqual(once);
  });

  it("lets every policy face the same tasks, and loses none", () => {
    const { figures } = studyWorkload(burst, POLICIES, [1]);
    expect(new Set(figures.map(({ tasks }) => tasks))).toEqual(
      new Set([traceOf(burst, 1).at.length]),
    );
  });

  it("brings as many tasks as the workload says, each as long as it says", () => {
    const { at, busyMs, queue } = traceOf(workload("skew"), 1);
    const [first, rest] = [0, 1].map((i) => queue.filter((one) => one === i).length);
    const mean = busyMs.reduce((sum, one) => sum + one, 0) / busyMs.length;
    expect(at.length / 300).toBeCloseTo((18.6 + 7) * 2, -1);
    expect((first ?? 0) / (rest ?? 1)).toBeCloseTo(18.6, -1);
    expect(mean).toBeCloseTo(500, -2);
    expect([...at]).toEqual([...at].sort((a, b) => a - b));
  });

  it("counts tasks that nobody has taken at the end as missed", () => {
    const pinned = POLICIES.filter(({ name }) => name === STATIC_SPLIT);
    const [figures] = studyWorkload({ ...workload("skew"), drainMs: 0 }, pinned, [1]).figures;
    expect(figures?.p99).toBe(Number.POSITIVE_INFINITY);
    expect(figures?.misses).toBeGreaterThan(0.5);
  });

  it("is shown as a table and as a picture", () => {
    const study = studyWorkload(burst, POLICIES, [1]);
    const rows = tableOf(study).split("\n");
    expect(rows).toHaveLength(3 + POLICIES.length);
    expect(rows.find((row) => row.includes(MANAGER))).toMatch(/ \d+\.\d\d % +\d\.\d{3}/);
    const picture = pictureOf([study, study, study, study]);
    expect(picture.match(/<path/g)).toHaveLength(4 * (6 + POLICIES.length) + POLICIES.length);
    expect(picture).not.toMatch(/NaN|Infinity|undefined/);
  });
});
