import { expect, test } from "vitest";
import { HandlerAborted } from "../../src/index.js";
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
