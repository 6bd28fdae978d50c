import { expect, onTestFinished, test } from "vitest";
import { perTask, QueueError } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, fine, type TextTask, textQueue } from "./world.js";

/** What Node would end the process for, or print about listeners. */
function complaints(): unknown[] {
  const seen: unknown[] = [];
  const note = (complaint: unknown) => seen.push(complaint);
  process.on("unhandledRejection", note);
  process.on("warning", note);
  onTestFinished(() => {
    process.off("unhandledRejection", note);
    process.off("warning", note);
  });
  return seen;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test.each([
  ["a text", () => throwing("a text"), "a text"],
  ["nothing", () => throwing(undefined), "undefined"],
  ["an error whose message is no text", () => throwing(odd({ code: 7 })), "[object Object]"],
  ["an error without a message", () => throwing(odd(undefined)), "Error"],
  ["what has no text at all", () => throwing(Object.create(null)), "something that has no text"],
])("a handler may throw %s, at once: its tasks go back", async (_what, handler, text) => {
  const world = createWorld();
  const ids = [await world.put(1, "one"), await world.put(1, "two")];
  await using worker = world.worker([textQueue(1, handler)]);
  await drain(worker);
  const tasks = await world.storage.peekTask(ids);
  expect(tasks).toMatchObject([{ state: "delayed" }, { state: "delayed" }]);
  expect(tasks[0]?.error).toContain(text);
});

function throwing(value: unknown): never {
  throw value;
}

function odd(message: unknown): Error {
  return Object.assign(new Error(), { message });
}

test.each([
  undefined,
  null,
  7,
  "fine",
  { errors: -1 },
  { errors: 2n },
  { errors: "many" },
  { errors: Number.NaN },
])("a handler may return %o in place of statistics", async (stats) => {
  const world = createWorld();
  await world.putMany(1, 2);
  const queue = textQueue(1, async (ctx, storage, tasks) => {
    await doAll(ctx, storage, tasks);
    return stats as never;
  });
  await using worker = world.worker([queue], { batchSize: 1 });
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 2 });
  expect(worker.health()).toMatchObject({ status: "ok", processors: 1 });
});

test("a task settled twice keeps its first end; the second is reported as lost", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const results: unknown[] = [];
  await using worker = world.worker([
    textQueue(1, async (_ctx, storage, tasks) => {
      results.push(await storage.doneTask([...tasks, ...tasks]));
      results.push(await storage.retryTask([{ taskId, delayMs: 0 }]));
      results.push(await storage.buryTask([{ taskId, error: "no" }]));
      results.push(await storage.releaseTask(tasks));
      return fine(1);
    }),
  ]);
  await drain(worker);
  const lost = { settled: 0, lost: [taskId] };
  expect(results).toEqual([{ settled: 1, lost: [] }, lost, lost, lost]);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, totalTasks: 0 });
});

test("a settle that nobody awaits fails without ending the process", async () => {
  const seen = complaints();
  const world = createWorld();
  await world.put(1, "one");
  const forbidden = new QueueError("FORBIDDEN", "no right to settle");
  world.faults.judge = (method) =>
    ["doneTask", "retryTask", "touchTask"].includes(method) ? { before: forbidden } : undefined;
  await using worker = world.worker([
    textQueue(1, async (_ctx, storage, tasks) => {
      void storage.doneTask(tasks);
      void storage.retryTask(tasks.map(({ taskId }) => ({ taskId })));
      void storage.touchTask(tasks, 1_000);
      void storage.doneTask(undefined as never);
      return fine(1);
    }),
  ]);
  await drain(worker);
  await nextTurn();
  expect(seen).toEqual([]);
  expect(world.logger.messages("warn")).toContain("a call to the storage failed");
});

test("many processors and many listeners on a signal make Node print no warning", async () => {
  const seen = complaints();
  const world = createWorld();
  await world.putMany(1, 400);
  const handler = perTask<TextTask>(
    (_task, { signal, clock }) =>
      new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
        clock.setTimer(1_000, resolve);
      }),
    { concurrency: 20 },
  );
  const worker = world.worker([textQueue(1, handler)], { maxProcessors: 20, batchSize: 20 });
  const run = worker.run();
  await world.clock.advance(500);
  world.faults.judge = () => ({ before: new Error("down") });
  await world.clock.advance(2_000);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
  expect(seen).toEqual([]);
});

test("the logger of a handler carries its queue and batch", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  await using worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      ctx.logger.info({ mine: 1 }, "hello");
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  expect(world.logger.lines.find((line) => line.message === "hello")).toMatchObject({
    fields: { mine: 1 },
    bound: { service: "test", worker: "main", queueNum: 1, queue: "queue-1", batch: taskId },
  });
});

test("perTask: an error whose message is no text fails its own task and no neighbour", async () => {
  const world = createWorld();
  const [bad, good] = [await world.put(1, "bad"), await world.put(1, "good")];
  const handler = perTask<TextTask>(async () => throwing(odd({ code: 7 })));
  await using worker = world.worker([textQueue(1, handler)]);
  await drain(worker);
  expect(await world.storage.peekTask([bad, good])).toMatchObject([
    { state: "delayed", error: "[object Object]" },
    { state: "delayed", error: "[object Object]" },
  ]);
});

test("a retry without a moment takes the queue's backoff, also one that gives no duration", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const results: unknown[] = [];
  const queue = textQueue(
    1,
    async (_ctx, storage, tasks) => {
      results.push(await storage.retryTask(tasks.map((task) => ({ taskId: task.taskId }))));
      return fine(0);
    },
    { backoff: () => Number.NaN },
  );
  await using worker = world.worker([queue]);
  await drain(worker);
  expect(results).toEqual([{ settled: 1, lost: [] }]);
  const [task] = await world.storage.peekTask([taskId]);
  expect((task?.startTime.getTime() ?? 0) - world.clock.now()).toBe(1_000);
});

test("a Done that the handler did not wait for has ended before the worker has", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const storage = altered(world.storage, "doneTask", (done) => async (...args) => {
    await new Promise<void>((resolve) => world.clock.setTimer(3_000, resolve));
    return done(...args);
  });
  const queue = textQueue(1, async (_ctx, handlerStorage, tasks) => {
    void handlerStorage.doneTask(tasks);
    return fine(1);
  });
  const worker = world.worker([queue], { storage });
  const run = worker.run();
  await world.clock.advance(10);
  const stopped = worker.gracefulStop().then((result) => ({ ...result, at: world.clock.now() }));
  const begun = world.clock.now();
  await world.clock.advance(5_000);
  expect(await stopped).toMatchObject({ drained: true, at: begun + 2_990 });
  await run;
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, takenTasks: 0 });
});

test("what cannot be settled after its handler returned is left, and the processor goes on", async () => {
  const world = createWorld();
  await world.put(1, "one");
  // Renewals work, so the lease would live for ever.
  world.faults.judge = (method) =>
    method === "retryTask" ? { before: new TypeError("a bug of the storage") } : undefined;
  let calls = 0;
  const worker = world.worker([
    textQueue(1, async () => {
      calls++;
      throw new Error("no network");
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(100_000);
  expect(calls).toBe(2);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
});

test("work that never waits does not keep timers, sockets and signals waiting", async () => {
  const world = createWorld();
  await world.putMany(1, 2_000);
  let now = world.clock.now();
  const clock = { ...world.clock, now: () => now++ }; // time passes with every look at it
  let handled = 0;
  const queue = textQueue(1, (ctx, storage, tasks) => {
    handled += tasks.length;
    return doAll(ctx, storage, tasks);
  });
  const worker = world.worker([queue], { clock, batchSize: 1 });
  const run = worker.run();
  await nextTurn();
  expect(handled).toBeLessThan(1_000);
  await worker.gracefulStop();
  await run;
});
