import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Allocation, type AllocationInput, allocate } from "./allocate.js";
import { explain } from "./explain.js";
import type { WorkerCapacity } from "./pools.js";
import { DEFAULT_WISH, type QueueDemand } from "./queue-demand.js";

const queue = (queueNum: number, demand: Partial<QueueDemand> = {}): QueueDemand => ({
  ...DEFAULT_WISH,
  queueNum,
  ready: 0,
  oldestReadyAgeMs: 0,
  arrivalsPerSecond: 0,
  busySecondsPerTask: 0.1,
  ...demand,
});

const worker = (
  instance: string,
  processors: number,
  queues: readonly number[],
  homes: Record<number, number> = {},
): WorkerCapacity => ({
  instance,
  processors,
  queues,
  homes: new Map(Object.entries(homes).map(([num, count]) => [Number(num), count])),
});

const homesOf = ({ queues }: Allocation) =>
  Object.fromEntries(queues.map(({ demand, homes }) => [demand.queueNum, homes]));

/** The same fleet a plan later. */
function after(input: AllocationInput, plan: Allocation, sinceMs: number): AllocationInput {
  const workers = input.workers.map((one) => ({
    ...one,
    homes: plan.workers.get(one.instance)?.homes ?? new Map(),
  }));
  return { ...input, workers, now: input.now + sinceMs, memory: plan.memory };
}

/** What comes out when nothing changes any more. */
function inTheLongRun(input: AllocationInput): Allocation {
  let plan = allocate(input);
  let next = input;
  for (let i = 0; i < 50; i++) {
    next = after(next, plan, 2_000);
    plan = allocate(next);
  }
  return plan;
}

describe("who gets processors", () => {
  it("gives a queue what its arrivals keep busy, and some for chance", () => {
    const plan = inTheLongRun({
      queues: [queue(1, { arrivalsPerSecond: 40 }), queue(2, { arrivalsPerSecond: 10 })],
      workers: [worker("a", 20, [1, 2])],
      now: 0,
    });
    const homes = homesOf(plan);
    expect(homes[1]).toBeGreaterThan(4);
    expect(homes[2]).toBeGreaterThan(1);
    expect(homes[1]).toBeGreaterThan(homes[2] ?? 0);
  });

  it("gives none to a queue without tasks and arrivals, unless it has a minimum", () => {
    const plan = allocate({
      queues: [queue(1), queue(2, { minProcessors: 2 })],
      workers: [worker("a", 8, [1, 2])],
      now: 0,
    });
    expect(homesOf(plan)).toEqual({ 1: 0, 2: 2 });
  });

  it("lets the weight decide where there is not enough for all", () => {
    const flooded = { ready: 10_000, oldestReadyAgeMs: 60_000, busySecondsPerTask: 1 };
    const plan = inTheLongRun({
      queues: [queue(1, { ...flooded, weight: 10 }), queue(2, flooded)],
      workers: [worker("a", 20, [1, 2])],
      now: 0,
    });
    // By the cube root of the weight: ten times the weight is worth about twice the processors.
    expect(homesOf(plan)).toEqual({ 1: 12, 2: 6 });
  });

  it("lets the shorter target delay decide, all else being equal", () => {
    const flooded = { ready: 1_000, busySecondsPerTask: 1 };
    const plan = inTheLongRun({
      queues: [queue(1, { ...flooded, targetDelayMs: 2_000 }), queue(2, flooded)],
      workers: [worker("a", 20, [1, 2])],
      now: 0,
    });
    expect(homesOf(plan)[1]).toBeGreaterThan(homesOf(plan)[2] ?? 0);
  });

  it("never gives more than the maximum, and lets nobody steal past it", () => {
    const plan = inTheLongRun({
      queues: [queue(1, { ready: 1_000, busySecondsPerTask: 1, maxProcessors: 3 })],
      workers: [worker("a", 8, [1]), worker("b", 8, [1])],
      now: 0,
    });
    expect(homesOf(plan)).toEqual({ 1: 3 });
    const caps = [...plan.workers.values()].map(({ caps }) => caps.get(1) ?? 0);
    expect(caps.reduce((sum, cap) => sum + cap, 0)).toBe(3);
  });

  it("gives a queue only processors of workers that serve it", () => {
    const flooded = { ready: 1_000, busySecondsPerTask: 1 };
    const plan = inTheLongRun({
      queues: [queue(1, flooded), queue(2, flooded)],
      workers: [worker("both", 8, [1, 2]), worker("one", 8, [1])],
      now: 0,
    });
    expect(plan.workers.get("one")?.homes).toEqual(new Map([[1, 7]]));
    // The flexible worker's are left to the queue that has no other.
    expect(plan.workers.get("both")?.homes.get(2)).toBeGreaterThan(4);
  });

  it("floats a tenth of the processors, at least one of each worker", () => {
    const plan = allocate({
      queues: [queue(1, { ready: 1_000, busySecondsPerTask: 1 })],
      workers: [worker("a", 40, [1]), worker("b", 2, [1])],
      now: 0,
    });
    expect(plan.workers.get("a")?.floating).toBe(4);
    expect(plan.workers.get("b")?.floating).toBe(1);
    expect(homesOf(plan)).toEqual({ 1: 37 });
  });

  it("does not lend what a quick queue needs to tasks that would keep it for long", () => {
    const plan = inTheLongRun({
      queues: [
        queue(1, { arrivalsPerSecond: 20, targetDelayMs: 2_000 }),
        queue(2, { ready: 50, busySecondsPerTask: 60, targetDelayMs: 600_000 }),
      ],
      workers: [worker("a", 16, [1, 2])],
      now: 0,
    });
    const quick = homesOf(plan)[1] ?? 0;
    expect(quick).toBeGreaterThan(2);
    expect(plan.workers.get("a")?.caps).toEqual(new Map([[2, 16 - quick]]));
  });
});

describe("what keeps processors from running to and fro", () => {
  const calm = { arrivalsPerSecond: 20 };
  const input = (demands: QueueDemand[], homes: Record<number, number>): AllocationInput => ({
    queues: demands,
    workers: [worker("a", 20, [1, 2, 3], homes)],
    now: 1_000_000,
  });

  it("moves nobody when nothing changes", () => {
    let plan = allocate(input([queue(1, calm), queue(2, calm)], {}));
    let next = input([queue(1, calm), queue(2, calm)], {});
    for (let i = 0; i < 30; i++) {
      next = after(next, plan, 2_000);
      plan = allocate(next);
      expect(plan.moved).toBe(0);
    }
  });

  it("moves a tenth of the processors at once, and gets there in the end", () => {
    const flooded = queue(2, { ready: 500, busySecondsPerTask: 1, oldestReadyAgeMs: 20_000 });
    const start = input([queue(1), flooded], { 1: 18 });
    const first = allocate(start);
    expect(homesOf(first)).toEqual({ 1: 16, 2: 2 });
    expect(first.moved).toBe(2);
    expect(homesOf(inTheLongRun(start))).toEqual({ 1: 0, 2: 18 });
  });

  it("gives a queue with waiting tasks and nobody at home its first processor at once", () => {
    const waiting = (num: number) => queue(num, { ready: 5, oldestReadyAgeMs: 2_500 });
    const plan = allocate(input([queue(1), waiting(2), waiting(3)], { 1: 18 }));
    expect(homesOf(plan)).toEqual({ 1: 16, 2: 1, 3: 1 });
  });

  it("takes nothing from a queue that grew within the last 10 s", () => {
    const start = input([queue(1, { ready: 100, busySecondsPerTask: 1 })], {});
    const grown = allocate(start);
    expect(homesOf(grown)).toEqual({ 1: 18 });
    const flooded = queue(2, { ready: 900, busySecondsPerTask: 1, oldestReadyAgeMs: 60_000 });
    // One that another has none of at all is no matter of patience.
    const soon = { ...after(start, grown, 9_000), queues: [queue(1), flooded] };
    expect(homesOf(allocate(soon))).toEqual({ 1: 17, 2: 1 });
    const sooner = allocate(soon);
    const still = { ...after(soon, sooner, 500) };
    expect(homesOf(allocate(still))).toEqual({ 1: 17, 2: 1 });
    const later = { ...after(soon, sooner, 40_000) };
    expect(homesOf(allocate(later))[2]).toBe(3);
  });

  it("keeps what was needed within the last 30 s for whoever has it", () => {
    const start = input([queue(1, { arrivalsPerSecond: 80 }), queue(2)], {});
    const busy = inTheLongRun(start);
    const [needed = 0] = busy.queues.map(({ recentNeed }) => recentNeed);
    const quiet = {
      ...after(start, busy, 200_000),
      queues: [queue(1), queue(2, { arrivalsPerSecond: 500, ready: 50 })],
      memory: busy.memory,
      now: start.now + 102_000,
    };
    expect(homesOf(allocate(quiet))[1]).toBeGreaterThanOrEqual(needed);
    const afterwards = inTheLongRun(quiet);
    expect(homesOf(afterwards)[1]).toBeLessThan(needed);
  });
});

describe("statistics that cannot be true", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])("give an equal share: %s", (ready) => {
    const plan = allocate({
      queues: [queue(1, { ready }), queue(2, { arrivalsPerSecond: 10 }), queue(3)],
      workers: [worker("a", 10, [1, 2, 3])],
      now: 0,
    });
    expect(homesOf(plan)[1]).toBe(3);
    expect(homesOf(plan)[2]).toBeGreaterThan(0);
    expect(explain(plan).join("\n")).toContain("make no sense");
  });

  it("a fleet without workers, and one without queues, have plans as well", () => {
    expect(allocate({ queues: [queue(1, { ready: 5 })], workers: [], now: 0 }).workers.size).toBe(
      0,
    );
    const plan = allocate({ queues: [], workers: [worker("a", 4, [])], now: 0 });
    expect(plan.workers.get("a")).toMatchObject({ floating: 1, homes: new Map() });
  });
});

const figures = fc.oneof(
  fc.double({ min: 0, max: 1e6, noNaN: true }),
  fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY, -5),
);

const anyInput = fc
  .record({
    demands: fc.array(
      fc.record({
        ready: figures,
        oldestReadyAgeMs: figures,
        arrivalsPerSecond: figures,
        busySecondsPerTask: figures,
        weight: fc.double({ min: 0.01, max: 1_000, noNaN: true }),
        targetDelayMs: fc.integer({ min: 1, max: 86_400_000 }),
        minProcessors: fc.integer({ min: 0, max: 5 }),
        maxProcessors: fc.constantFrom(5, 9, Number.POSITIVE_INFINITY),
      }),
      { maxLength: 12 },
    ),
    sizes: fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 6 }),
    serves: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ demands, sizes, serves }) => ({
    queues: demands.map((demand, i) => ({ ...demand, queueNum: i + 1 })),
    workers: sizes.map((size, i) =>
      worker(
        `w${i}`,
        size,
        demands.map((_, num) => num + 1).filter((num) => num % (serves[i] ?? 1) !== 1),
      ),
    ),
    now: 0,
  }));

describe("whatever the figures", () => {
  it("a plan is made of whole processors that exist, at queues that their workers serve", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        let next: AllocationInput = input;
        for (let step = 0; step < 3; step++) {
          const plan = allocate(next);
          for (const { instance, processors, queues } of input.workers) {
            const { homes, floating, caps } = plan.workers.get(instance) ?? {};
            const counts = [...(homes?.values() ?? [])];
            const all = counts.reduce((sum, count) => sum + count, floating ?? Number.NaN);
            expect(all).toBeLessThanOrEqual(processors);
            for (const count of [...counts, ...(caps?.values() ?? [])])
              expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
            for (const num of homes?.keys() ?? []) expect(queues).toContain(num);
          }
          for (const { demand, homes } of plan.queues)
            expect(homes).toBeLessThanOrEqual(demand.maxProcessors);
          expect(explain(plan).join("\n")).not.toMatch(/NaN|undefined/);
          next = after(next, plan, 2_000);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("every queue that has waited for a quarter of its target has somebody at home where there are enough", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 18 }), (waiting) => {
        const queues = waiting.map((ready, i) => queue(i + 1, { ready, oldestReadyAgeMs: 2_500 }));
        const nums = queues.map(({ queueNum }) => queueNum);
        const plan = allocate({ queues, workers: [worker("a", 20, nums)], now: 0 });
        for (const { homes } of plan.queues) expect(homes).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
  });
});

describe("explain", () => {
  it("says in words what a queue has and why", () => {
    const plan = inTheLongRun({
      queues: [
        queue(1, { arrivalsPerSecond: 40, ready: 12, oldestReadyAgeMs: 3_000 }),
        queue(2, {
          ready: 900,
          busySecondsPerTask: 2,
          oldestReadyAgeMs: 200_000,
          maxProcessors: 4,
        }),
        queue(3),
      ],
      workers: [worker("a", 20, [1, 2, 3])],
      now: 0,
    });
    const [head, first, second, ...rest] = explain(plan);
    expect(head).toMatch(/^1 worker: \d+ processors at home, 2 floating; 0 moved by this plan\.$/);
    expect(first).toMatch(
      /^queue 1: \d+ processors at home, as before\. 12 wait, the oldest for 3 s; 40 arrive a second and take 0\.1 s each, which keeps 4 processors busy\. Half its target delay of 10 s needs \d+; with \d+ a new task waits for about .+ s\.$/,
    );
    expect(second).toContain("the oldest for 3.3 min");
    expect(second).toContain("4 is its maximum.");
    expect(rest).toEqual([]);
  });

  it("calls queues by their names where somebody knows them", () => {
    const queues = [queue(1, { ready: 12 }), queue(2, { ready: 12 })];
    const plan = allocate({ queues, workers: [worker("a", 20, [1, 2])], now: 0 });
    const [, first, second] = explain(plan, (num) => (num === 1 ? "mails" : null));
    expect(first).toMatch(/^queue 1 \(mails\): /);
    expect(second).toMatch(/^queue 2: /);
  });

  it("does not tell the heaviest queue that others weigh more", () => {
    const full = { ready: 5_000, oldestReadyAgeMs: 20_000 };
    const plan = inTheLongRun({
      queues: [queue(1, { ...full, weight: 9 }), queue(2, full)],
      workers: [worker("a", 10, [1, 2])],
      now: 0,
    });
    const [, heaviest] = explain(plan);
    expect(heaviest).toContain("(weight 9)");
    expect(heaviest).toContain("There are not enough for all; one more gains more elsewhere.");
  });
});
