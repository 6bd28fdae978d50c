import { expect, test } from "vitest";
import { bindQueue } from "../bind-queue.js";
import type { QueuePolicy } from "../handler.js";
import type { QueueStat, Stats } from "../storage.js";
import { lag } from "./lag.js";
import { roundRobin } from "./round-robin.js";

const queue = (queueNum: number, policy?: QueuePolicy) =>
  bindQueue(
    { queueNum, name: `q${queueNum}`, decode: () => ({}) },
    async () => {
      throw new Error("never called");
    },
    policy,
  );

const stats = (oldest: Record<number, number>): Stats => ({
  queueStats: new Map(
    Object.entries(oldest).map(([num, at]) => [
      Number(num),
      { queueNum: Number(num), oldestReadyAt: new Date(at) } as QueueStat,
    ]),
  ),
});

test("round robin gives every queue its turn, whatever comes and goes", () => {
  const [a, b, c] = [queue(1), queue(2), queue(3)];
  const scheduler = roundRobin();
  const turns = [
    [a, b, c],
    [a, b, c],
    [a, c],
    [a, b, c],
    [a, b],
    [a, b, c],
  ].map((candidates) => scheduler.next(candidates, 0)?.queueNum);
  expect(turns).toEqual([1, 2, 3, 1, 2, 3]);
  expect(scheduler.next([], 0)).toBeUndefined();
});

test("lag takes the queue with the largest weight x age / target delay", () => {
  const slow = queue(1, { targetDelayMs: 60_000 });
  const quick = queue(2, { targetDelayMs: 1_000 });
  const heavy = queue(3, { weight: 100 });
  const scheduler = lag();
  scheduler.observe?.(stats({ 1: 0, 2: 58_000, 3: 59_900 }), 60_000);
  expect(scheduler.next([slow, quick, heavy], 60_000)).toBe(quick); // 1, 2, 1
  expect(scheduler.next([slow, heavy], 60_001)).toBe(heavy);
  expect(scheduler.next([slow], 60_001)).toBe(slow);
});

test("lag: a batch taken tells how old the rest is, until the next statistics", () => {
  const [a, b] = [queue(1), queue(2)];
  const scheduler = lag();
  scheduler.observe?.(stats({ 1: 0, 2: 5_000 }), 10_000);
  expect(scheduler.next([a, b], 10_000)).toBe(a);
  scheduler.took?.(1, [{ startTime: new Date(9_000) } as never]);
  expect(scheduler.next([a, b], 10_000)).toBe(b);
});

test("lag: a queue without statistics has its turn before long, and equals go round robin", () => {
  const [a, b] = [queue(1, { weight: 2 }), queue(2)];
  const scheduler = lag();
  expect([1, 2, 3, 4].map(() => scheduler.next([a, b], 0)?.queueNum)).toEqual([1, 2, 1, 2]);
  scheduler.observe?.(stats({ 1: 99_000 }), 100_000);
  expect(scheduler.next([a, b], 100_000)).toBe(a);
  scheduler.took?.(1, [{ startTime: new Date(103_000) } as never]);
  expect(scheduler.next([a, b], 104_000)).toBe(b);
});
