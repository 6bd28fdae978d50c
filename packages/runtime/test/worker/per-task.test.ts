import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { perTask, QueueError } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, gate, type TextTask, textQueue } from "./world.js";

test("tasks that end in the same turn are settled by one call", async () => {
  const world = createWorld();
  await world.putMany(1, 10);
  await using worker = world.worker([
    textQueue(
      1,
      perTask(async () => {}),
    ),
  ]);
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 10 });
  expect(world.faults.count("doneTask")).toBe(1);
});

test("ten tasks of a batch run at once unless it is told otherwise", async () => {
  const most: number[] = [];
  for (const options of [{}, { concurrency: 3 }]) {
    const world = createWorld();
    await world.putMany(1, 20);
    let running = 0;
    let seen = 0;
    const handler = perTask<TextTask>(async (_task, ctx) => {
      seen = Math.max(seen, ++running);
      await new Promise<void>((resolve) => ctx.clock.setTimer(10, resolve));
      running--;
    }, options);
    await using worker = world.worker([textQueue(1, handler)], { batchSize: 20 });
    worker.run();
    await world.clock.advance(1_000);
    expect(await world.stat(1)).toMatchObject({ doneTotal: 20 });
    most.push(seen);
  }
  expect(most).toEqual([10, 3]);
});

test("after the abort no further task is begun, though the running one ends well", async () => {
  const world = createWorld();
  await world.putMany(1, 3);
  const begun: string[] = [];
  const handler = perTask<TextTask>(
    async ({ text }, { signal }) => {
      begun.push(text);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    },
    { concurrency: 1 },
  );
  const worker = world.worker([textQueue(1, handler)]);
  const run = worker.run();
  await world.clock.advance(10);
  expect(await worker.shutdown()).toMatchObject({
    released: [expect.any(Number), expect.any(Number)],
  });
  await run;
  expect(begun).toEqual(["task 0"]);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, readyTasks: 2 });
});

test("a task beyond the handler's own maxAttempts is buried and not begun", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "kills its holders");
  for (let i = 0; i < 2; i++) {
    await world.storage.getTask(1, 1, { visibilityTimeoutMs: 1 });
    await world.clock.advance(1);
  }
  const begun: string[] = [];
  const handler = perTask<TextTask>(async ({ text }) => begun.push(text), { maxAttempts: 2 });
  await using worker = world.worker([textQueue(1, handler)]);
  await drain(worker);
  expect(begun).toEqual([]);
  expect(await world.storage.peekTask([taskId])).toMatchObject([
    { state: "dead", error: "tried 2 times; the handler allows 2" },
  ]);
});

test("a settle that is refused, or a backoff that throws, counts as the handler's error", async () => {
  const fail = () => Promise.reject(new Error("no network"));
  const backoff = () => {
    throw new Error("a bug of the backoff");
  };
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "one");
  await world.put(2, "two");
  world.faults.judge = (method) =>
    method === "doneTask" ? { before: new QueueError("FORBIDDEN", "no right") } : undefined;
  const queues = [
    textQueue(
      1,
      perTask(async () => {}),
    ),
    textQueue(2, perTask(fail, { backoff })),
  ];
  await using worker = world.worker(queues, { registry });
  await drain(worker);
  const text = await registry.metrics();
  for (const queueNum of [1, 2]) {
    expect(text).toContain(`queue_handler_errors_total{queue_num="${queueNum}"} 1`);
    expect(await world.stat(queueNum)).toMatchObject({ delayedTasks: 1, retriedTotal: 1 });
  }
});

test("a payload that neither decodes nor goes back is not held while its neighbours are handled", async () => {
  const world = createWorld();
  const broken = await world.put(1, "broken");
  await world.put(1, "good");
  world.faults.judge = (method) =>
    method === "retryTask" ? { before: new TypeError("a bug of the storage") } : undefined;
  const hold = gate();
  const queue = textQueue(1, async (ctx, storage, tasks) => {
    await hold.opened;
    return doAll(ctx, storage, tasks);
  });
  const worker = world.worker([queue]);
  const run = worker.run();
  await world.clock.advance(100_000);
  expect(await world.storage.peekTask([broken])).toMatchObject([{ state: "ready", timeouts: 1 }]);
  world.faults.judge = () => undefined;
  hold.open();
  await worker.gracefulStop();
  await run;
});
