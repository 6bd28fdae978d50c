import { describe, expect, it } from "vitest";
import { bindQueue } from "../bind-queue.js";
import type { QueueBinding, QueuePolicy } from "../handler.js";
import type { Plan } from "../manager-link.js";
import type { QueueStat, Stats } from "../storage.js";
import { type AssignedOptions, assigned } from "./assigned.js";

const queue = (queueNum: number, policy: QueuePolicy = {}): QueueBinding =>
  bindQueue(
    { queueNum, name: `queue-${queueNum}`, decode: () => ({}) },
    async () => ({ processed: 0, errors: 0, retried: 0, durationMs: 0 }),
    policy,
  );

const [a, b, c] = [queue(1), queue(2), queue(3)];

const plan = (homes: Record<number, number>, more: Partial<Plan> = {}): Plan => ({
  term: 1,
  seq: 1,
  homes: new Map(Object.entries(homes).map(([num, count]) => [Number(num), count])),
  floating: 0,
  stealing: true,
  ...more,
});

/** Ages in milliseconds, by queue number; the time is 100 s. */
const NOW = 100_000;
function schedulerWith(options: AssignedOptions, ages: Record<number, number>) {
  const scheduler = assigned(options);
  scheduler.observe?.(
    {
      queueStats: new Map(
        Object.entries(ages).map(([num, age]) => [
          Number(num),
          { oldestReadyAt: new Date(NOW - age) } as QueueStat,
        ]),
      ),
    } as Stats,
    NOW,
  );
  return scheduler;
}

const turns = (
  scheduler: ReturnType<typeof assigned>,
  count: number,
  candidates = [a, b, c],
  last?: number,
) => Array.from({ length: count }, () => scheduler.next(candidates, NOW, last)?.queueNum);

describe("until the first plan", () => {
  it("goes round robin", () => {
    expect(turns(assigned(), 4)).toEqual([1, 2, 3, 1]);
  });

  it("takes nothing where it was told to start idle", () => {
    const scheduler = assigned({ start: "idle" });
    expect(turns(scheduler, 2)).toEqual([undefined, undefined]);
    scheduler.follow(plan({ 2: 1 }));
    expect(turns(scheduler, 1, [b])).toEqual([2]);
  });
});

describe("plans", () => {
  it("of a lower (term, seq) are refused, the same again changes nothing", () => {
    const scheduler = assigned();
    const second = plan({ 1: 1 }, { term: 2, seq: 5 });
    expect(scheduler.follow(second)).toBe("followed");
    expect(scheduler.follow(plan({}, { term: 1, seq: 99 }))).toBe("older");
    expect(scheduler.follow(plan({}, { term: 2, seq: 4 }))).toBe("older");
    expect(scheduler.follow(plan({}, { term: 2, seq: 5 }))).toBe("known");
    expect(scheduler.plan).toBe(second);
    expect(scheduler.follow(plan({}, { term: 2, seq: 6 }))).toBe("followed");
    expect(scheduler.follow(plan({}, { term: 3, seq: 1 }))).toBe("followed");
  });
});

describe("by a plan", () => {
  it("a queue at risk with fewer at work than at home goes first, though another is further behind", () => {
    const scheduler = schedulerWith({}, { 1: 6_000, 2: 60_000 });
    scheduler.follow(plan({ 1: 2 }));
    expect(turns(scheduler, 4)).toEqual([1, 1, 2, 2]);
    scheduler.left?.(1);
    expect(turns(scheduler, 2)).toEqual([1, 2]);
  });

  it("while nobody is at risk, whoever is furthest behind goes first, whose homes they may be", () => {
    const scheduler = schedulerWith({}, { 1: 1_000, 2: 4_000 });
    scheduler.follow(plan({ 1: 3 }));
    expect(turns(scheduler, 3)).toEqual([2, 2, 2]);
  });

  it("what waiting costs is the plan's to say, and else the binding's", () => {
    const heavy = queue(3, { weight: 10 });
    const scheduler = schedulerWith({}, { 1: 3_000, 3: 400 });
    scheduler.follow(plan({}));
    expect(turns(scheduler, 1, [a, heavy])).toEqual([3]);
    scheduler.follow(plan({}, { seq: 2, urgency: new Map([[1, 1]]) }));
    expect(turns(scheduler, 1, [a, heavy])).toEqual([1]);
  });

  it("the floating ones' share of turns goes to queues with nobody at work, however little they weigh", () => {
    const scheduler = schedulerWith({}, { 1: 60_000, 2: 2_000, 3: 2_000 });
    scheduler.follow(plan({ 1: 3 }, { floating: 1 }));
    expect(turns(scheduler, 4)).toEqual([1, 1, 1, 2]);
    // Somebody is at 2 now: the next round goes to 3, and then there is nobody left to remember.
    expect(turns(scheduler, 8)).toEqual([1, 1, 1, 3, 1, 1, 1, 1]);
    scheduler.left?.(2);
    expect(turns(scheduler, 1)).toEqual([2]);
  });

  it("rounds are for those who have waited, and for those whom the plan names", () => {
    const scheduler = schedulerWith({}, { 1: 60_000, 2: 900, 3: 2_000 });
    const everyTurn = { floating: 9, stealing: false };
    scheduler.follow(plan({ 1: 9 }, { ...everyTurn, rounds: new Set([2]) }));
    expect(turns(scheduler, 4)).toEqual([1, 1, 1, 1]);
    scheduler.follow(plan({ 1: 9 }, { ...everyTurn, seq: 2, rounds: new Set([3]) }));
    expect(turns(scheduler, 1)).toEqual([3]);
  });

  it("without stealing nobody leaves home", () => {
    const scheduler = schedulerWith({}, { 1: 60_000, 2: 10 });
    scheduler.follow(plan({ 2: 1 }, { stealing: false }));
    expect(turns(scheduler, 2)).toEqual([2, undefined]);
    expect(turns(scheduler, 1, [a])).toEqual([undefined]);
  });

  it("no more processors than its cap are at a queue", () => {
    const scheduler = schedulerWith({}, { 1: 60_000, 2: 10 });
    scheduler.follow(plan({}, { caps: new Map([[1, 2]]) }));
    expect(turns(scheduler, 4, [a, b])).toEqual([1, 1, 2, 2]);
    expect(turns(scheduler, 1, [a])).toEqual([undefined]);
    scheduler.left?.(1);
    expect(turns(scheduler, 1, [a])).toEqual([1]);
  });

  it("whoever is at work counts, also those who came before the plan", () => {
    const scheduler = schedulerWith({}, { 1: 60_000, 2: 60_000 });
    expect(turns(scheduler, 2, [a])).toEqual([1, 1]);
    scheduler.follow(plan({ 1: 2, 2: 1 }));
    expect(turns(scheduler, 1)).toEqual([2]);
  });
});

describe("where changing the queue costs time", () => {
  const dear = { switchMs: 1_000 };

  it("a processor stays while its queue is short of processors, though another is at risk", () => {
    const scheduler = schedulerWith({}, { 1: 10, 2: 60_000 });
    scheduler.follow(plan({ 1: 1, 2: 1 }, dear));
    expect(turns(scheduler, 1, [a, b], 1)).toEqual([1]);
    expect(turns(scheduler, 1, [a, b], 1)).toEqual([2]);
  });

  it("it helps only those who have waited for longer than two changes take", () => {
    const scheduler = schedulerWith({}, { 1: 1_900, 2: 2_100 });
    scheduler.follow(plan({}, dear));
    expect(turns(scheduler, 1, [a], 3)).toEqual([undefined]);
    expect(turns(scheduler, 1, [a], 1)).toEqual([1]);
    expect(turns(scheduler, 1, [a, b], 3)).toEqual([2]);
  });
});
