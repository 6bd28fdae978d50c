import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { Bury, objectConfig, perTask, QueueError, RetryAt } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, fine, gate, type TextTask, textQueue } from "./world.js";

test("a batch handler that throws Bury does not bury its whole batch", async () => {
  const world = createWorld();
  await world.putMany(1, 3);
  await using worker = world.worker([textQueue(1, () => Promise.reject(new Bury("one of them")))]);
  worker.run();
  await world.clock.advance(100);
  expect(await world.stat(1)).toMatchObject({ deadTasks: 0, delayedTasks: 3 });
});

test("perTask: a RetryAt that is no moment fails its own task and no neighbour", async () => {
  const world = createWorld();
  await world.put(1, "bad");
  await world.put(1, "good");
  const handler = perTask<TextTask>(async ({ text }) => {
    if (text === "bad") throw new RetryAt(new Date(8.64e15));
  });
  await using worker = world.worker([textQueue(1, handler)]);
  worker.run();
  await world.clock.advance(100);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, delayedTasks: 1 });
});

test("perTask: a settle that is refused does not drop the Done of a neighbour", async () => {
  const world = createWorld();
  await world.put(1, "bad");
  await world.put(1, "good");
  const hold = gate();
  const refusing = altered(world.storage, "retryTask", () => async () => {
    hold.open();
    await new Promise<void>((resolve) => setImmediate(resolve));
    throw new QueueError("FORBIDDEN", "no right to retry");
  });
  const runs: string[] = [];
  const handler = perTask<TextTask>(async ({ text }) => {
    runs.push(text);
    if (text === "bad") throw new Error("bad");
    await hold.opened;
  });
  await using worker = world.worker([textQueue(1, handler)], { storage: refusing });
  worker.run();
  await world.clock.advance(5_000);
  expect(runs.filter((text) => text === "good")).toEqual(["good"]);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});

test("perTask: does not return while a task runs, whatever a backoff throws", async () => {
  const world = createWorld();
  await world.put(1, "bad");
  await world.put(1, "slow");
  let running = 0;
  let most = 0;
  const backoff = () => {
    throw new Error("a bug of the backoff");
  };
  const handler = perTask<TextTask>(
    async ({ text }, ctx) => {
      if (text === "bad") throw new Error("bad");
      most = Math.max(most, ++running);
      await new Promise<void>((resolve) => ctx.clock.setTimer(20_000, resolve));
      running--;
    },
    { backoff },
  );
  await using worker = world.worker([textQueue(1, handler)]);
  worker.run();
  await world.clock.advance(30_000);
  expect(most).toBe(1);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});

test("perTask: a backoff that gives no duration is replaced", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const fail = () => Promise.reject(new Error("no network"));
  const handler = perTask<TextTask>(fail, { backoff: () => Number.NaN });
  await using worker = world.worker([textQueue(1, handler)]);
  worker.run();
  await world.clock.advance(100);
  expect(await world.stat(1)).toMatchObject({ delayedTasks: 1 });
});

test("perTask: what has not begun when the time is up goes back unused", async () => {
  const world = createWorld();
  await world.putMany(1, 3);
  const handler = perTask<TextTask>(
    (_task, { signal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    { concurrency: 1 },
  );
  const worker = world.worker([textQueue(1, handler, { handlerTimeoutMs: 5_000 })]);
  const run = worker.run();
  await world.clock.advance(5_000);
  expect(world.storage.settles.filter(({ kind }) => kind === "release")).toHaveLength(2);
  await worker.shutdown();
  await run;
});

test("odd statistics of a handler end no processor", async () => {
  const world = createWorld();
  await world.putMany(1, 3);
  const queue = textQueue(1, async (ctx, storage, tasks) => {
    await doAll(ctx, storage, tasks);
    return { ...fine(1), errors: Number.POSITIVE_INFINITY };
  });
  await using worker = world.worker([queue], { registry: new Registry(), batchSize: 1 });
  worker.run();
  await world.clock.advance(5_000);
  expect(worker.health()).toMatchObject({ status: "ok", processors: 1 });
  expect(await world.stat(1)).toMatchObject({ doneTotal: 3 });
});

test("a scheduler that throws is a programming error: run rejects with it", async () => {
  const world = createWorld();
  const scheduler = {
    next() {
      throw new Error("a bug of the scheduler");
    },
  };
  const worker = world.worker([textQueue(1, doAll)], { scheduler });
  const run = expect(worker.run()).rejects.toThrow("a bug of the scheduler");
  await world.clock.advance(2_000);
  await run;
  await worker.gracefulStop();
});

test("health shows a storage that answers and gives no batch", async () => {
  const world = createWorld();
  world.faults.judge = (method) =>
    method === "getTask" ? { before: new QueueError("FORBIDDEN", "no right to get") } : undefined;
  await world.put(1, "one");
  await using worker = world.worker([textQueue(1, doAll)]);
  worker.run();
  await world.clock.advance(120_000);
  expect(worker.health()).toMatchObject({
    status: "degraded",
    reasons: [expect.stringMatching(/no batch for \d+ s: .*no right to get/)],
  });
  world.faults.judge = () => undefined;
  await world.clock.advance(6_000);
  expect(worker.health()).toMatchObject({ status: "ok" });
});

test("a queue whose getTask fails does not slow the others", async () => {
  const world = createWorld();
  await world.putMany(2, 500);
  await world.put(1, "one");
  const sick = altered(world.storage, "getTask", (get) => async (queueNum, count, options) => {
    if (queueNum === 1) throw new QueueError("FORBIDDEN", "no right to get");
    return get(queueNum, count, options);
  });
  await using worker = world.worker([textQueue(1, doAll), textQueue(2, doAll)], { storage: sick });
  worker.run();
  await world.clock.advance(100);
  expect(await world.stat(2)).toMatchObject({ doneTotal: 500 });
  await world.putMany(2, 1);
  await world.clock.advance(20_000);
  expect(worker.health()).toMatchObject({ status: "degraded" });
});

test("wake-ups that find nothing do not make the long poll spin", async () => {
  const world = createWorld();
  let polls = 0;
  const lying = altered(world.storage, "waitTask", () => async () => {
    polls++;
    await new Promise<void>((resolve) => world.clock.setTimer(1, resolve));
    return [1];
  });
  await using worker = world.worker([textQueue(1, doAll)], { storage: lying });
  worker.run();
  await world.clock.advance(3_000);
  expect(polls).toBeLessThan(50);
});

test("a processor that retires leaves the long poll to those that stay", async () => {
  const world = createWorld();
  const key = "/test/worker/queue/main/max_processors";
  const config = objectConfig({});
  config.set(key, 2);
  const holds = [gate(), gate()];
  let calls = 0;
  await world.putMany(1, 2);
  const queue = textQueue(1, async (ctx, storage, tasks) => {
    await holds[calls++]?.opened;
    return doAll(ctx, storage, tasks);
  });
  await using worker = world.worker([queue], { config, batchSize: 1, idleDelayMs: 20_000 });
  worker.run();
  await world.clock.advance(2_000);
  config.set(key, 1);
  holds[1]?.open();
  await world.clock.advance(100);
  holds[0]?.open();
  await world.clock.advance(40_000);
  expect(worker.health().processors).toBe(1);
  await world.put(1, "new");
  await world.clock.advance(5_000);
  expect(calls).toBe(3);
});

test("a worker that has ended lets go of its settings, also one that never ran", async () => {
  const world = createWorld();
  const config = objectConfig({});
  const subscribed = new Set<() => void>();
  const counted = {
    get: config.get,
    subscribe(prefix: string, listener: () => void) {
      subscribed.add(listener);
      const end = config.subscribe(prefix, listener);
      return () => {
        subscribed.delete(listener);
        end();
      };
    },
  };
  const worker = world.worker([textQueue(1, doAll)], { config: counted });
  expect(subscribed.size).toBe(1);
  await worker.shutdown();
  expect(subscribed.size).toBe(0);
  await worker.run();

  const other = world.worker([textQueue(1, doAll)], { config: counted });
  const run = other.run();
  await world.clock.advance(10);
  expect(subscribed.size).toBe(1);
  await other.gracefulStop();
  await run;
  expect(subscribed.size).toBe(0);
});

test("an outage of many queues brings no warning of leaking listeners", async () => {
  const world = createWorld();
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  const down = new QueueError("UNAVAILABLE", "down", { details: { outcome: "none" } });
  world.faults.judge = () => ({ before: down });
  await using worker = world.worker(
    Array.from({ length: 30 }, (_, i) => textQueue(i + 1, doAll)),
    { maxProcessors: 30 },
  );
  worker.run();
  await world.clock.advance(10_000);
  world.faults.judge = () => undefined;
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});

test("perTask: twenty tasks that listen to their signal bring no warning either", async () => {
  const world = createWorld();
  await world.putMany(1, 20);
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  const listen = perTask<TextTask>(
    async (_task, { signal, clock }) => {
      signal.addEventListener("abort", () => {});
      await new Promise<void>((resolve) => clock.setTimer(100, resolve));
    },
    { concurrency: 20 },
  );
  await using worker = world.worker([textQueue(1, listen)], { batchSize: 20 });
  worker.run();
  await world.clock.advance(1_000);
  process.off("warning", warn);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 20 });
  expect(warnings).toEqual([]);
});

test("batches and sweeps leave neither timers nor listeners behind", async () => {
  let listeners = 0;
  const count = (method: "addEventListener" | "removeEventListener", by: 1 | -1) => {
    const original = EventTarget.prototype[method];
    const spy = vi.spyOn(EventTarget.prototype, method);
    spy.mockImplementation(function (this: EventTarget, ...args: Parameters<typeof original>) {
      listeners += by;
      return Reflect.apply(original, this, args);
    });
    onTestFinished(() => spy.mockRestore());
  };
  count("addEventListener", 1);
  count("removeEventListener", -1);
  const world = createWorld();
  const options = { signal: new AbortController().signal };
  const queue = textQueue(1, async (_ctx, storage, tasks) => {
    await storage.doneTask(tasks, options);
    return fine(1);
  });
  await using worker = world.worker([queue], { batchSize: 1 });
  await drain(worker);
  const before = { listeners, timers: world.clock.pending().length };
  for (let i = 0; i < 50; i++) {
    await world.put(1, "one");
    await world.clock.advance(0);
  }
  await world.clock.advance(29_000); // sweeps as well
  expect(await world.stat(1)).toMatchObject({ doneTotal: 50 });
  expect({ listeners, timers: world.clock.pending().length }).toEqual(before);
});
