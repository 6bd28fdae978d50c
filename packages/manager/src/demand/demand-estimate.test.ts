import type { QueueStat, Stats } from "@queue/runtime";
import { describe, expect, it } from "vitest";
import { DEFAULT_WISH } from "../allocation/queue-demand.js";
import { DemandEstimate } from "./demand-estimate.js";

const stats = (stat: Partial<QueueStat>): Stats => ({
  queueStats: new Map([
    [
      1,
      {
        readyTasks: 0,
        takenTasks: 0,
        doneTotal: 0,
        retriedTotal: 0,
        buriedTotal: 0,
        timedOutTotal: 0,
        paused: false,
        oldestReadyAt: null,
        ...stat,
      } as QueueStat,
    ],
  ]),
});

const demandOf = (estimate: DemandEstimate, now: number) =>
  estimate.demands(() => DEFAULT_WISH, now)[0];

describe("arrivals", () => {
  it("are seen in the counters, also when the tasks are gone already", () => {
    const estimate = new DemandEstimate();
    estimate.observe(stats({}), 0);
    estimate.observe(stats({ readyTasks: 5, takenTasks: 5, doneTotal: 10 }), 2_000);
    expect(demandOf(estimate, 2_000)?.arrivalsPerSecond).toBe(10);
  });

  it("count for delayed tasks when they fall due, and for retries when they come back", () => {
    const estimate = new DemandEstimate();
    estimate.observe(stats({ delayedTasks: 100, putTotal: 100 }), 0);
    estimate.observe(stats({ delayedTasks: 100, putTotal: 100 }), 2_000);
    expect(demandOf(estimate, 2_000)?.arrivalsPerSecond).toBe(0);
    estimate.observe(stats({ takenTasks: 1, retriedTotal: 2 }), 4_000);
    expect(demandOf(estimate, 4_000)?.arrivalsPerSecond).toBeGreaterThan(0.5);
  });

  it("follow a burst within seconds and forget it within a minute or two", () => {
    const estimate = new DemandEstimate();
    let done = 0;
    const run = (perSecond: number, from: number, seconds: number) => {
      for (let at = from; at < from + seconds; at += 2) {
        done += 2 * perSecond;
        estimate.observe(stats({ doneTotal: done }), at * 1_000);
      }
      return demandOf(estimate, (from + seconds) * 1_000)?.arrivalsPerSecond ?? 0;
    };
    expect(run(1, 0, 60)).toBeCloseTo(1);
    expect(run(100, 60, 6)).toBeGreaterThan(80);
    expect(run(1, 66, 20)).toBeGreaterThan(5);
    expect(run(1, 86, 180)).toBeLessThan(1.5);
  });

  it("are none when a counter jumps back, as after the loss of a storage", () => {
    const estimate = new DemandEstimate();
    estimate.observe(stats({ doneTotal: 1_000 }), 0);
    estimate.observe(stats({ doneTotal: 3 }), 2_000);
    expect(demandOf(estimate, 2_000)?.arrivalsPerSecond).toBe(0);
  });
});

describe("the time of a task", () => {
  it("is what workers report, soon after the first tasks, and a guess until then", () => {
    const estimate = new DemandEstimate();
    estimate.observe(stats({}), 0);
    expect(demandOf(estimate, 0)?.busySecondsPerTask).toBeCloseTo(0.1);
    estimate.handled(1, 20, 60_000);
    expect(demandOf(estimate, 0)?.busySecondsPerTask).toBeCloseTo(3, 0);
    estimate.handled(1, 100_000, 1_000_000);
    expect(demandOf(estimate, 0)?.busySecondsPerTask).toBeCloseTo(0.01, 2);
  });

  it.each([
    [Number.NaN, 1],
    [1, Number.POSITIVE_INFINITY],
    [-1, 5],
  ])("is not what cannot be: %d tasks in %d ms", (tasks, busyMs) => {
    const estimate = new DemandEstimate();
    estimate.handled(1, tasks, busyMs);
    expect(demandOf(estimate, 0)?.busySecondsPerTask).toBeCloseTo(0.1);
  });
});

describe("a queue", () => {
  it("that is paused asks for nothing", () => {
    const estimate = new DemandEstimate();
    estimate.observe(stats({}), 0);
    const paused = { readyTasks: 50, oldestReadyAt: new Date(0), paused: true };
    estimate.observe(stats(paused), 2_000);
    expect(demandOf(estimate, 2_000)).toMatchObject({
      ready: 0,
      oldestReadyAgeMs: 0,
      arrivalsPerSecond: 0,
    });
  });

  it("tells how long its oldest task has waited", () => {
    const estimate = new DemandEstimate();
    estimate.observe(stats({ readyTasks: 1, oldestReadyAt: new Date(1_000) }), 3_000);
    expect(demandOf(estimate, 4_000)).toMatchObject({ ready: 1, oldestReadyAgeMs: 3_000 });
  });
});
