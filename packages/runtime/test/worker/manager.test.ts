import { describe, expect, it } from "vitest";
import type { BatchHandler, ManagerLink, Plan, QueueNum, WorkerReport } from "../../src/index.js";
import { createWorld, doAll, fine, gate, type TextTask, textQueue } from "./world.js";

const plan = (homes: [QueueNum, number][], more: Partial<Plan> = {}): Plan => ({
  term: 1,
  seq: 1,
  homes: new Map(homes),
  floating: 0,
  stealing: true,
  ...more,
});

/** A link that answers what a test says, and keeps the reports. */
function scriptedLink(answer: () => Promise<unknown>) {
  const reports: WorkerReport[] = [];
  const link: ManagerLink & { reports: WorkerReport[]; answer: () => Promise<unknown> } = {
    reports,
    answer,
    exchange(report) {
      reports.push(report);
      return link.answer() as Promise<Plan | null>;
    },
  };
  return link;
}

/** Notes which queues were served, in order. */
function recordedQueues(count: number, policy = { batchSize: 1 }) {
  const served: QueueNum[] = [];
  const queues = Array.from({ length: count }, (_, i) => {
    const handle: BatchHandler<TextTask> = async (ctx, storage, tasks) => {
      served.push(i + 1);
      return doAll(ctx, storage, tasks);
    };
    return textQueue(i + 1, handle, policy);
  });
  return { served, queues };
}

describe("the three rules of silence", () => {
  it("no instructions any more, and it was working: it goes on as it was", async () => {
    const world = createWorld();
    const { served, queues } = recordedQueues(2);
    // Nobody may leave home: what is served tells which plan is followed.
    const link = scriptedLink(async () => plan([[2, 1]], { stealing: false }));
    await using worker = world.worker(queues, { manager: link });
    worker.run();
    await world.clock.advance(2_000);
    link.answer = () => new Promise(() => {});
    await world.clock.advance(60_000);
    await world.putMany(1, 3);
    await world.putMany(2, 3);
    await world.clock.advance(3_600_000);
    expect(served).toEqual([2, 2, 2]);
  });

  it("idle, and the Manager is silent: it stays idle", async () => {
    const world = createWorld();
    const { served, queues } = recordedQueues(2);
    const link = scriptedLink(async () => null);
    await using worker = world.worker(queues, { manager: link, untilPlan: "idle" });
    worker.run();
    await world.putMany(1, 3);
    await world.clock.advance(3_600_000);
    expect(served).toEqual([]);
    link.answer = async () => plan([[1, 1]]);
    await world.clock.advance(2_000);
    expect(served).toEqual([1, 1, 1]);
  });

  it("idle by its last plan, and the Manager is silent: it stays idle", async () => {
    const world = createWorld();
    const { served, queues } = recordedQueues(1);
    const link = scriptedLink(async () => plan([], { stealing: false }));
    await using worker = world.worker(queues, { manager: link });
    worker.run();
    await world.clock.advance(2_000);
    link.answer = async () => Promise.reject(new Error("connection refused"));
    await world.putMany(1, 3);
    await world.clock.advance(3_600_000);
    expect(served).toEqual([]);
    expect(worker.health().status).toBe("ok");
  });

  it("no Manager at all: it goes round robin", async () => {
    const world = createWorld();
    const { served, queues } = recordedQueues(3);
    for (const queueNum of [1, 2, 3]) await world.putMany(queueNum, 2);
    await using worker = world.worker(queues);
    worker.run();
    await world.clock.advance(1_000);
    expect(served).toEqual([1, 2, 3, 1, 2, 3]);
  });
});

describe("until the first plan", () => {
  it("a worker with a link goes round robin, as if there were none", async () => {
    const world = createWorld();
    const { served, queues } = recordedQueues(3);
    for (const queueNum of [1, 2, 3]) await world.putMany(queueNum, 2);
    const link = scriptedLink(async () => null);
    await using worker = world.worker(queues, { manager: link });
    worker.run();
    await world.clock.advance(1_000);
    expect(served).toEqual([1, 2, 3, 1, 2, 3]);
  });
});

describe("a link that misbehaves never stops the worker", () => {
  const never = () => new Promise<unknown>(() => {});
  const garbage = [
    "nonsense",
    42,
    [],
    {},
    { ...plan([]), homes: { 1: 1 } },
    { ...plan([]), homes: new Map([[1, Number.NaN]]) },
    { ...plan([]), homes: new Map([[0, 1]]) },
    { ...plan([]), term: -1 },
    { ...plan([]), seq: 1.5 },
    { ...plan([]), floating: "2" },
    { ...plan([]), stealing: 1 },
    { ...plan([]), rounds: [1] },
    { ...plan([]), rounds: new Set(["1"]) },
    { ...plan([]), caps: new Map([[1, -1]]) },
    { ...plan([]), urgency: new Map([[1, Number.POSITIVE_INFINITY]]) },
    { ...plan([]), switchMs: -1 },
  ];
  const answers: [string, () => Promise<unknown>][] = [
    ["hangs", never],
    ["rejects", async () => Promise.reject(new Error("no route"))],
    ["rejects with nothing", async () => Promise.reject(undefined)],
    [
      "throws",
      () => {
        throw new Error("synchronously");
      },
    ],
    ...garbage.map((answer): [string, () => Promise<unknown>] => [
      `answers garbage ${garbage.indexOf(answer)}`,
      async () => answer,
    ]),
    ["answers an older plan", async () => plan([], { term: 0, seq: 7, stealing: false })],
  ];

  it.each(answers)(
    "%s: the last plan stays, tasks are done, one line is logged",
    async (_, answer) => {
      const world = createWorld();
      const { served, queues } = recordedQueues(2);
      const link = scriptedLink(async () => plan([[2, 1]], { stealing: false }));
      await using worker = world.worker(queues, { manager: link });
      worker.run();
      await world.clock.advance(1_500);
      const before = link.reports.length;
      link.answer = answer;
      await world.clock.advance(5_000);
      await world.putMany(1, 1);
      await world.putMany(2, 2);
      await world.clock.advance(60_000);
      expect(served).toEqual([2, 2]);
      expect(link.reports.length).toBeGreaterThan(before + 5);
      expect(world.logger.messages("warn")).toHaveLength(1);
      expect(world.logger.messages("warn")[0]).toContain("the last one stays");
      // It comes back with another plan, and is followed.
      link.answer = async () => plan([[1, 1]], { seq: 2, stealing: false });
      await world.clock.advance(10_000);
      expect(served).toEqual([2, 2, 1]);
      expect(world.logger.messages("info")).toContain("the Manager is heard again");
    },
  );

  it("a stop does not wait for a link that hangs", async () => {
    const world = createWorld();
    const worker = world.worker(recordedQueues(1).queues, { manager: scriptedLink(never) });
    const run = worker.run();
    await world.clock.advance(100);
    const stopped = worker.gracefulStop();
    await world.clock.advance(0);
    expect(await stopped).toMatchObject({ drained: true });
    await run;
    // Nothing of ours waits for the answer any more.
    expect(world.clock.pending().filter((at) => at > world.clock.now() + 1_000)).toEqual([]);
  });
});

describe("a new plan", () => {
  it("wakes processors that had nothing to do by the old one", async () => {
    const world = createWorld();
    const { served, queues } = recordedQueues(2);
    const link = scriptedLink(async () => plan([], { stealing: false }));
    await using worker = world.worker(queues, {
      manager: link,
      maxProcessors: 2,
      idleDelayMs: 100_000,
    });
    worker.run();
    await world.clock.advance(1_500);
    await world.putMany(1, 2);
    await world.clock.advance(10_000);
    expect(served).toEqual([]);
    link.answer = async () => plan([[1, 2]], { seq: 2, stealing: false });
    await world.clock.advance(1_000);
    expect(served).toEqual([1, 1]);
  });

  it("counts those who are at work: a batch under way is not taken from anybody", async () => {
    const world = createWorld();
    const held = gate();
    const order: string[] = [];
    const slow = textQueue(1, async (ctx, storage, tasks) => {
      await held.opened;
      order.push("slow");
      return doAll(ctx, storage, tasks);
    });
    const quick = textQueue(2, async (ctx, storage, tasks) => {
      order.push("quick");
      return doAll(ctx, storage, tasks);
    });
    const link = scriptedLink(async () => plan([[1, 1]]));
    await using worker = world.worker([slow, quick], { manager: link });
    worker.run();
    await world.putMany(1, 1);
    await world.clock.advance(1_000);
    link.answer = async () => plan([[2, 1]], { seq: 2, caps: new Map([[1, 0]]) });
    await world.putMany(2, 1);
    await world.clock.advance(5_000);
    expect(order).toEqual([]);
    held.open();
    await world.clock.advance(1_000);
    expect(order).toEqual(["slow", "quick"]);
  });
});

describe("reports", () => {
  it("go out once a second with who the worker is, what it does and what it has done", async () => {
    const world = createWorld();
    const held = gate();
    const failing = textQueue(2, async (_ctx, storage, tasks) => {
      await storage.retryTask(tasks.map(({ taskId }) => ({ taskId, delayMs: 1_000_000 })));
      return { ...fine(0), errors: tasks.length, retried: tasks.length };
    });
    const slow = textQueue(3, async (ctx, storage, tasks) => {
      await held.opened;
      return doAll(ctx, storage, tasks);
    });
    const link = scriptedLink(async () => null);
    await world.putMany(1, 4);
    await world.putMany(2, 2);
    await world.putMany(3, 5);
    const queues = [textQueue(1, doAll, { weight: 3, targetDelayMs: 500 }), failing, slow];
    await using worker = world.worker(queues, { manager: link, maxProcessors: 3 });
    worker.run();
    await world.clock.advance(1_000);
    expect(link.reports).toHaveLength(2);
    const [first, second] = link.reports;
    expect(second).toMatchObject({
      service: "test",
      name: "main",
      maxProcessors: 3,
      inFlight: 5,
      processors: new Map([[3, 1]]),
      health: { status: "ok" },
      plan: null,
    });
    expect(second?.stats).toEqual(
      new Map([
        [1, { processed: 4, errors: 0, retried: 0, durationMs: 0 }],
        [2, { processed: 0, errors: 2, retried: 2, durationMs: 0 }],
      ]),
    );
    expect(second?.queues).toEqual([
      { queueNum: 1, name: "queue-1", weight: 3, targetDelayMs: 500 },
      { queueNum: 2, name: "queue-2", weight: 1, targetDelayMs: 10_000 },
      { queueNum: 3, name: "queue-3", weight: 1, targetDelayMs: 10_000 },
    ]);
    expect(second?.instance).toBe(first?.instance);
    await world.clock.advance(1_000);
    held.open();
    await world.clock.advance(1_000);
    expect(link.reports.at(-2)?.stats.size).toBe(0);
    expect(link.reports.at(-1)).toMatchObject({
      inFlight: 0,
      processors: new Map(),
      stats: new Map([[3, { processed: 5, errors: 0, retried: 0, durationMs: 2_000 }]]),
    });
  });

  it("name two runs of one worker differently", async () => {
    const world = createWorld();
    const link = scriptedLink(async () => null);
    let chance = 0.1;
    for (let i = 0; i < 2; i++) {
      const random = () => (chance += 0.01);
      const worker = world.worker(recordedQueues(1).queues, { manager: link, random });
      const run = worker.run();
      await world.clock.advance(10);
      await worker.shutdown();
      await run;
    }
    expect(new Set(link.reports.map(({ instance }) => instance)).size).toBe(2);
  });
});

describe("wrong use", () => {
  const link = scriptedLink(async () => null);
  it.each([
    [{ manager: {} as ManagerLink }, /manager must be a link to a Manager/],
    [
      { manager: link, scheduler: { next: () => undefined } },
      /scheduler cannot be given beside a manager/,
    ],
    [
      { manager: link, untilPlan: "asleep" as "idle" },
      /untilPlan must be "autonomous" or "idle", not "asleep"/,
    ],
    [{ untilPlan: "idle" as const }, /untilPlan is of no use without a manager/],
  ])("is refused: %j", (options, complaint) => {
    const world = createWorld();
    expect(() => world.worker(recordedQueues(1).queues, options)).toThrow(complaint);
  });
});
