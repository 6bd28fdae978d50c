import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { perTask, type QueueNum, type Scheduler } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, fine, gate, type TextTask, textQueue } from "./world.js";

test("a worker hands batches to the handler and its done tasks are gone", async () => {
  const world = createWorld();
  await world.putMany(1, 25);
  const sizes: number[] = [];
  await using worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      sizes.push(tasks.length);
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  expect(sizes).toEqual([10, 10, 5]);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 25 });
});

test("round robin: after each batch a processor moves to the next queue", async () => {
  const world = createWorld();
  for (const queueNum of [1, 2, 3]) await world.putMany(queueNum, 4);
  const order: QueueNum[] = [];
  const queues = [1, 2, 3].map((queueNum) =>
    textQueue(
      queueNum,
      (ctx, storage, tasks) => {
        order.push(queueNum);
        return doAll(ctx, storage, tasks);
      },
      { batchSize: 2 },
    ),
  );
  await using worker = world.worker(queues);
  await drain(worker);
  expect(order).toEqual([1, 2, 3, 1, 2, 3]);
});

test("a scheduler of one's own hears of batches and statistics, and decides", async () => {
  const world = createWorld();
  for (const queueNum of [1, 2]) await world.putMany(queueNum, 2);
  const took: [QueueNum, number][] = [];
  const ready: unknown[] = [];
  const scheduler: Scheduler = {
    next: (candidates) => candidates.at(-1),
    took: (queueNum, tasks) => took.push([queueNum, tasks.length]),
    observe: (stats) => ready.push(stats.queueStats.get(1)?.readyTasks),
  };
  await using worker = world.worker([textQueue(1, doAll), textQueue(2, doAll)], { scheduler });
  await drain(worker);
  expect(took).toEqual([
    [2, 2],
    [2, 0],
    [1, 2],
    [1, 0],
  ]);
  expect(ready).toHaveLength(1);
});

test("2 processors and 2 queues: a stuck handler starves nobody", async () => {
  const world = createWorld();
  await world.putMany(1, 4);
  await world.putMany(2, 4);
  const stuck = gate();
  const handled: string[] = [];
  const queue = (queueNum: QueueNum) =>
    textQueue(
      queueNum,
      async (ctx, storage, tasks) => {
        handled.push(...tasks.map((task) => `${queueNum}: ${task.text}`));
        if (queueNum === 1 && tasks[0]?.text === "task 0") await stuck.opened;
        return doAll(ctx, storage, tasks);
      },
      { batchSize: 1 },
    );
  const worker = world.worker([queue(1), queue(2)], { maxProcessors: 2 });
  const run = worker.run();
  await world.clock.advance(5_000);
  expect(handled).toHaveLength(8);
  stuck.open();
  await worker.gracefulStop();
  await run;
});

test("a put wakes an idle worker without waiting for the sweep", async () => {
  const world = createWorld();
  const handled: string[] = [];
  await using worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      handled.push(...tasks.map((task) => task.text));
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  await world.put(1, "hello");
  await world.clock.advance(0);
  expect(handled).toEqual(["hello"]);
});

test("a delayed task is handled when it is due", async () => {
  const world = createWorld();
  const at: number[] = [];
  await using worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      at.push(ctx.clock.now());
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  const due = world.clock.now() + 1_500;
  await world.put(1, "later", { delayMs: 1_500 });
  await world.clock.advance(10_000);
  expect(at).toEqual([due]);
});

test("100 queues of which one is busy cost as many calls as one queue", async () => {
  const calls: number[] = [];
  for (const queues of [1, 100]) {
    const world = createWorld();
    await world.putMany(1, 500);
    const bindings = Array.from({ length: queues }, (_, i) => textQueue(i + 1, doAll));
    await using worker = world.worker(bindings);
    await drain(worker);
    calls.push(world.faults.count("getTask"));
  }
  // Each of the 99 empty ones is looked at once, in the beginning.
  expect(calls).toEqual([51, 51 + 99]);
});

test("an idle worker makes at most about one storage call a second", async () => {
  const world = createWorld();
  const bindings = Array.from({ length: 20 }, (_, i) => textQueue(i + 1, doAll));
  await using worker = world.worker(bindings, { maxProcessors: 8 });
  await drain(worker);
  const before = world.faults.total();
  await world.clock.advance(60_000);
  expect(world.faults.total() - before).toBeLessThanOrEqual(63);
});

test("idle processors share the work of one queue", async () => {
  const world = createWorld();
  const open = gate();
  let running = 0;
  const handler = async (_ctx: unknown, _storage: unknown, tasks: readonly TextTask[]) => {
    running++;
    await open.opened;
    return fine(tasks.length);
  };
  const worker = world.worker([textQueue(1, handler, { batchSize: 2 })], { maxProcessors: 3 });
  const run = worker.run();
  await world.clock.advance(0);
  await world.putMany(1, 6);
  await world.clock.advance(0);
  expect(running).toBe(3);
  open.open();
  await worker.gracefulStop();
  await run;
});

test("two workers on one registry do not clash", async () => {
  const world = createWorld();
  const registry = new Registry();
  await using a = world.worker([textQueue(1, doAll)], { registry });
  await using b = world.worker([textQueue(2, doAll)], { registry, name: "other" });
  await world.putMany(1, 3);
  await world.putMany(2, 4);
  await Promise.all([drain(a), drain(b)]);
  const text = await registry.metrics();
  expect(text).toContain("queue_running_workers 2");
  expect(text).toContain('queue_tasks_processed_total{queue_num="1"} 3');
  expect(text).toContain('queue_tasks_processed_total{queue_num="2"} 4');
  expect(text).toContain('queue_tasks_in_progress{queue_num="1"} 0');
  expect(text).toContain('queue_last_poll_timestamp_seconds{worker="other"}');
});

test("more or fewer processors, live", async () => {
  const { objectConfig } = await import("../../src/index.js");
  const world = createWorld();
  const config = objectConfig({});
  let most = 0;
  let running = 0;
  const handler = perTask<TextTask>(async (_task, ctx) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ctx.clock.setTimer(100, resolve));
    running--;
  });
  await using worker = world.worker([textQueue(1, handler, { batchSize: 1 })], { config });
  worker.run();
  await world.putMany(1, 100);
  await world.clock.advance(1_000);
  expect(most).toBe(1);
  config.set("/test/worker/queue/main/max_processors", "4");
  await world.clock.advance(1_000);
  expect(most).toBe(4);
  config.set("/test/worker/queue/main/max_processors", "2");
  await world.clock.advance(200);
  most = 0;
  await world.clock.advance(500);
  expect(most).toBe(2);
  config.set("/test/worker/queue/main/queue/1/batch_size", "many");
  await world.clock.advance(10_000);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0 });
});
