import { getEventListeners } from "node:events";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { HandlerAborted, objectConfig } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, fine, gate, textQueue } from "./world.js";

test("graceful stop lets the handler finish with a live signal", async () => {
  const world = createWorld();
  await world.putMany(1, 15);
  const hold = gate();
  const aborted: boolean[] = [];
  const worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      await hold.opened;
      aborted.push(ctx.signal.aborted);
      return doAll(ctx, storage, tasks);
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(10);
  const stopped = worker.gracefulStop();
  await world.clock.advance(20_000);
  hold.open();
  expect(await stopped).toEqual({ drained: true, released: [], stillRunning: [] });
  await run;
  expect(aborted).toEqual([false]);
  // No new batch: the other five stay.
  expect(await world.stat(1)).toMatchObject({ doneTotal: 10, readyTasks: 5, takenTasks: 0 });
});

test("at the deadline tasks of returned handlers are released at once, those of running ones are not", async () => {
  const world = createWorld();
  const obedient = await world.put(1, "obedient");
  const deaf = await world.put(2, "deaf");
  const reasons: unknown[] = [];
  const worker = world.worker(
    [
      textQueue(1, async (ctx) => {
        await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
        reasons.push(ctx.signal.reason);
        throw ctx.signal.reason;
      }),
      textQueue(2, () => new Promise(() => {})),
    ],
    { maxProcessors: 2 },
  );
  const run = worker.run();
  await world.clock.advance(10);
  const stopped = worker.gracefulStop({ timeoutMs: 5_000 });
  await world.clock.advance(4_999);
  expect(reasons).toEqual([]);
  await world.clock.advance(1_001);
  const result = await stopped;
  await run;
  expect(reasons).toEqual([expect.any(HandlerAborted)]);
  expect(result).toMatchObject({ drained: false, released: [obedient] });
  expect(result.stillRunning).toMatchObject([{ queueNum: 2, taskIds: [deaf], forMs: 6_010 }]);
  // The released one is as it was; the other one comes back by its timeout and not before.
  expect(await world.storage.peekTask([obedient, deaf])).toMatchObject([
    { state: "ready", attempts: 0 },
    { state: "taken" },
  ]);
  await world.clock.advance(54_000);
  expect(await world.storage.peekTask([deaf])).toMatchObject([{ state: "ready", attempts: 1 }]);
});

test("shutdown before run, twice, and during a stuck handler returns", async () => {
  const world = createWorld();
  const early = world.worker([textQueue(1, doAll)]);
  expect(await early.shutdown()).toEqual({ drained: true, released: [], stillRunning: [] });
  await early.run();

  const taskId = await world.put(1, "stuck");
  const worker = world.worker([textQueue(1, () => new Promise(() => {}))]);
  const run = worker.run();
  await world.clock.advance(10);
  const graceful = worker.gracefulStop();
  const [first, second] = [worker.shutdown(), worker.shutdown()];
  await world.clock.advance(1_000);
  for (const stopped of [first, second, graceful])
    expect(await stopped).toMatchObject({ drained: false, stillRunning: [{ taskIds: [taskId] }] });
  await run;
  expect(world.clock.pending()).toEqual([]);
});

test("a graceful stop waits for 30 seconds unless it is told otherwise", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const abortedAt: number[] = [];
  const worker = world.worker([
    textQueue(1, async (ctx) => {
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      abortedAt.push(ctx.clock.now());
      throw ctx.signal.reason;
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(10);
  const deadline = world.clock.now() + 30_000;
  const stopped = worker.gracefulStop();
  await world.clock.advance(40_000);
  expect(abortedAt).toEqual([deadline]);
  expect(await stopped).toMatchObject({ drained: false, stillRunning: [] });
  await run;
});

test("aborting the signal of run is a graceful stop", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const hold = gate();
  const worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      await hold.opened;
      return doAll(ctx, storage, tasks);
    }),
  ]);
  const controller = new AbortController();
  const run = worker.run(controller.signal);
  await world.clock.advance(10);
  controller.abort();
  await world.clock.advance(10);
  hold.open();
  await run;
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});

test("a stop while a batch is on its way gives it back unused", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const worker = world.worker([textQueue(1, doAll)]);
  let stopped: Promise<unknown> | undefined;
  world.faults.judge = (method) => {
    if (method === "getTask") stopped = worker.shutdown();
    return undefined;
  };
  const run = worker.run();
  await world.clock.advance(2_000);
  await stopped;
  await run;
  expect(await world.storage.peekTask([taskId])).toMatchObject([{ state: "ready", attempts: 0 }]);
});

test("what waits behind a handler that never returns is given back at the deadline", async () => {
  const world = createWorld();
  const suspect = await world.put(1, "suspect");
  await world.storage.getTask(1, 1, { visibilityTimeoutMs: 1_000 });
  await world.clock.advance(1_000);
  const healthy = await world.put(1, "healthy");
  const worker = world.worker([textQueue(1, () => new Promise(() => {}))]);
  const run = worker.run();
  await world.clock.advance(10);
  const stopped = worker.gracefulStop({ timeoutMs: 100 });
  await world.clock.advance(1_100);
  expect(await stopped).toMatchObject({
    released: [suspect],
    stillRunning: [{ taskIds: [healthy] }],
  });
  await run;
});

test("a worker that has ended renews no lease", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const worker = world.worker([textQueue(1, () => new Promise(() => {}))]);
  const run = worker.run();
  await world.clock.advance(50_000);
  const stopped = worker.shutdown();
  await world.clock.advance(1_000);
  await stopped;
  await run;
  await world.clock.advance(60_000);
  expect(await world.storage.peekTask([taskId])).toMatchObject([{ state: "ready", timeouts: 1 }]);
});

test("a handler's own tasks may end in any order of stop and return", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const hold = gate();
  const worker = world.worker([
    textQueue(1, async (_ctx, _storage, tasks) => {
      await hold.opened;
      return fine(tasks.length);
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(10);
  hold.open();
  expect(await worker.gracefulStop()).toMatchObject({ drained: true });
  await run;
  // Left unsettled by a handler that returned: the visibility timeout brings it back.
  await world.clock.advance(60_000);
  expect(await world.stat(1)).toMatchObject({ timedOutTotal: 1, readyTasks: 1 });
});

test.each(["gracefulStop", "shutdown"] as const)(
  "%s waits for a batch that is on its way and gives it back: its storage may be closed then",
  async (stop) => {
    const world = createWorld();
    const taskId = await world.put(1, "one");
    const storage = altered(world.storage, "getTask", (get) => async (...args) => {
      const tasks = await get(...args);
      await new Promise<void>((resolve) => world.clock.setTimer(500, resolve));
      return tasks;
    });
    const worker = world.worker([textQueue(1, doAll)], { storage });
    const run = worker.run();
    await world.clock.advance(10);
    const stopped = worker[stop]();
    await world.clock.advance(1_000);
    expect(await stopped).toEqual({ drained: true, released: [taskId], stillRunning: [] });
    await run;
    expect(await world.storage.peekTask([taskId])).toMatchObject([{ state: "ready", attempts: 0 }]);
  },
);

test("a stop ends although the storage hangs, and no handler is said to have been aborted", async () => {
  const world = createWorld();
  world.faults.judge = () => ({ hang: true });
  for (const [stop, ms] of [
    ["gracefulStop", 10_000],
    ["shutdown", 2_000],
  ] as const) {
    const worker = world.worker([textQueue(1, doAll)]);
    const run = worker.run();
    await world.clock.advance(10);
    const stopped = worker[stop]();
    await world.clock.advance(ms);
    expect(await stopped).toEqual({ drained: true, released: [], stillRunning: [] });
    await run;
  }
  await world.clock.advance(60_000);
  expect(world.clock.pending()).toEqual([]);
});

test("await using stops gracefully at the end of the block", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const hold = gate();
  const aborted: boolean[] = [];
  const worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      await hold.opened;
      aborted.push(ctx.signal.aborted);
      return doAll(ctx, storage, tasks);
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(10);
  const disposed = worker[Symbol.asyncDispose](); // what `await using` calls
  await world.clock.advance(20_000);
  hold.open();
  await disposed;
  await run;
  expect(aborted).toEqual([false]);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, takenTasks: 0 });
});

test("a deadline that is no time is refused, and the worker runs on", async () => {
  const world = createWorld();
  await using worker = world.worker([textQueue(1, doAll)]);
  worker.run();
  for (const timeoutMs of [Number.NaN, -1, "5s" as never])
    await expect(worker.gracefulStop({ timeoutMs })).rejects.toThrow("timeoutMs must be");
  await world.put(1, "one");
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});

test("max_processors down to 0 and up again: never more batches at once than asked for", async () => {
  const world = createWorld();
  const key = "/test/worker/queue/main/max_processors";
  const config = objectConfig({});
  config.set(key, 3);
  await world.putMany(1, 50);
  let running = 0;
  let most = 0;
  const queue = textQueue(1, async (ctx, storage, tasks) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ctx.clock.setTimer(10_000, resolve));
    running--;
    return doAll(ctx, storage, tasks);
  });
  const worker = world.worker([queue], { config, batchSize: 1 });
  const run = worker.run();
  await world.clock.advance(1_000);
  for (let flips = 0; flips < 3; flips++) {
    config.set(key, 0);
    await world.clock.advance(100);
    config.set(key, 3);
    await world.clock.advance(100);
  }
  expect([running, most]).toEqual([3, 3]);
  await world.clock.advance(30_000);
  expect([running, most]).toEqual([3, 3]);
  config.set(key, 0);
  await world.clock.advance(30_000);
  expect([running, worker.health().processors]).toEqual([0, 0]);
  config.set(key, 1);
  await world.clock.advance(1_000);
  expect(running).toBe(1);
  const stopped = worker.gracefulStop();
  await world.clock.advance(10_000);
  await stopped;
  await run;
});

test("a signal that was aborted before run, or after the worker has ended, does no harm", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const early = world.worker([textQueue(1, doAll)]);
  await early.run(AbortSignal.abort());
  expect(await world.stat(1)).toMatchObject({ readyTasks: 1 });

  const controller = new AbortController();
  const [once, twice] = [world.worker([textQueue(1, doAll)]), world.worker([textQueue(2, doAll)])];
  for (const worker of [once, twice]) {
    const run = worker.run(controller.signal);
    await world.clock.advance(10);
    await worker.gracefulStop();
    await run;
  }
  // The signal of a program outlives its workers: nothing of theirs may stay on it.
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

test("init, run and both stops may be called twice, and everybody hears of the end", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "one");
  const worker = world.worker([textQueue(1, doAll)], { registry });
  await Promise.all([worker.init(), worker.init()]);
  const runs = [worker.run(), worker.run()];
  await world.clock.advance(10);
  expect(await registry.metrics()).toContain("queue_running_workers 1");
  const stops = [worker.gracefulStop(), worker.gracefulStop(), worker.shutdown()];
  const ended = { drained: true, released: [], stillRunning: [] };
  expect(await Promise.all(stops)).toEqual([ended, ended, ended]);
  await Promise.all([...runs, worker.run(), worker.init()]);
  expect(await worker.gracefulStop()).toEqual(ended);
  expect(await registry.metrics()).toContain("queue_running_workers 0");
  expect(await registry.metrics()).toContain("queue_running_job_processors 0");
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});

test("a task whose lease is over by then is not named as released", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const queue = textQueue(
    1,
    async (ctx) => {
      await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      throw ctx.signal.reason;
    },
    { renewLeases: false, visibilityTimeoutMs: 1_000 },
  );
  const worker = world.worker([queue]);
  const run = worker.run();
  await world.clock.advance(1_100);
  expect(await world.storage.getTask(1, 1)).toHaveLength(1); // by another worker
  expect(await worker.shutdown()).toMatchObject({ released: [], stillRunning: [] });
  await run;
});

test("a handler that shuts its worker down by its first step is told to end like any other", async () => {
  const world = createWorld();
  await world.put(1, "the last");
  const reasons: unknown[] = [];
  let stopped: Promise<unknown> | undefined;
  const worker = world.worker([
    textQueue(1, async (ctx) => {
      stopped = worker.shutdown();
      if (!ctx.signal.aborted)
        await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      reasons.push(ctx.signal.reason);
      throw ctx.signal.reason;
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(10);
  await world.clock.advance(2_000);
  expect(reasons).toEqual([expect.any(HandlerAborted)]);
  expect(await stopped).toMatchObject({ stillRunning: [] });
  await run;
  expect(await world.stat(1)).toMatchObject({ readyTasks: 1, takenTasks: 0 });
});
