import { setTimeout } from "node:timers/promises";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { Bury, HandlerAborted, perTask, RetryAt } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, fine, gate, type TextTask, textQueue } from "./world.js";

test("a payload that does not decode hurts no neighbour", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "good");
  const broken = await world.put(1, "broken");
  const quoted = await world.put(1, "quoted");
  await world.put(1, "fine");
  const handled: string[] = [];
  await using worker = world.worker(
    [
      textQueue(1, (ctx, storage, tasks) => {
        handled.push(...tasks.map((task) => task.text));
        return doAll(ctx, storage, tasks);
      }),
    ],
    { registry },
  );
  await drain(worker);
  expect(handled).toEqual(["good", "fine"]);
  expect(await world.storage.peekTask([broken])).toMatchObject([
    { state: "delayed", attempts: 1, error: expect.stringContaining("text: not a text") },
  ]);
  const lines = world.logger.lines.filter((line) => line.message === "a payload does not decode");
  expect(lines[0]?.fields).toMatchObject({ taskId: broken, field: "text", offset: 3 });
  // A foreign error may quote the payload: neither log nor storage shall have it.
  expect(lines[1]?.fields).toEqual({ taskId: quoted, error: "SyntaxError" });
  expect(await world.storage.peekTask([quoted])).toMatchObject([
    { error: "the payload does not decode: SyntaxError" },
  ]);
  expect(await registry.metrics()).toContain('queue_decode_errors_total{queue_num="1"} 2');
});

test("onDecodeError: bury sends what does not decode to the dead letters", async () => {
  const world = createWorld();
  await world.put(1, "broken");
  await using worker = world.worker([textQueue(1, doAll, { onDecodeError: "bury" })]);
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ deadTasks: 1 });
});

test("a late Done or Retry changes nothing and is reported", async () => {
  const world = createWorld();
  const registry = new Registry();
  const taskId = await world.put(1, "one");
  const results: unknown[] = [];
  const late = gate();
  let first = true;
  const worker = world.worker(
    [
      textQueue(
        1,
        async (_ctx, storage, tasks) => {
          if (!first) return fine(0);
          first = false;
          await late.opened;
          results.push(await storage.doneTask([...tasks, ...tasks])); // named twice, lost once
          results.push(await storage.retryTask([{ taskId, delayMs: 0 }]));
          return fine(0);
        },
        { renewLeases: false },
      ),
    ],
    { maxProcessors: 2, registry },
  );
  const run = worker.run();
  await world.clock.advance(61_000);
  late.open();
  await world.clock.advance(0);
  expect(results).toEqual([
    { settled: 0, lost: [taskId] },
    { settled: 0, lost: [taskId] },
  ]);
  expect(await world.storage.peekTask([taskId])).toMatchObject([{ state: "taken", attempts: 1 }]);
  expect(world.logger.messages("warn").join()).toContain("leases lost");
  expect(await registry.metrics()).toContain('queue_leases_lost_total{queue_num="1"} 1');
  await worker.shutdown();
  await run;
});

test("an id outside the batch comes back in lost", async () => {
  const world = createWorld();
  const results: unknown[] = [];
  const other = await world.put(2, "of another queue");
  await world.put(1, "one");
  await using worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      results.push(await storage.doneTask([other, 999]));
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  expect(results).toEqual([{ settled: 0, lost: [other, 999] }]);
  expect(await world.stat(2)).toMatchObject({ readyTasks: 1 });
});

test("a handler that throws: what it settled stays settled, the rest goes back by backoff", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.putMany(1, 3);
  await using worker = world.worker(
    [
      textQueue(1, async (_ctx, storage, tasks) => {
        await storage.doneTask(tasks.slice(0, 1));
        throw new Error("no network");
      }),
    ],
    { registry },
  );
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, retriedTotal: 2, delayedTasks: 2 });
  // Counted by what became of the tasks: the handler could not say.
  const text = await registry.metrics();
  expect(text).toContain('queue_handler_errors_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_processed_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_retried_total{queue_num="1"} 2');
  expect(text).toContain('queue_tasks_errors_total{queue_num="1"} 2');
  const { tasks } = await world.storage.listTasks(1, "delayed", { limit: 10 });
  expect(tasks).toMatchObject([{ error: "no network" }, { error: "no network" }]);
  const [next] = tasks;
  expect((next?.startTime.getTime() ?? 0) - world.clock.now()).toBe(1_000);
});

test("maxAttempts: the last failure buries, and a task beyond it is buried unhandled", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  let tries = 0;
  await using worker = world.worker([
    textQueue(
      1,
      async () => {
        tries++;
        throw new Error("never works");
      },
      { maxAttempts: 3, backoff: () => 10 },
    ),
  ]);
  worker.run();
  await world.clock.advance(10_000);
  expect(tries).toBe(3);
  expect(await world.storage.peekTask([taskId])).toMatchObject([
    { state: "dead", error: "never works (try 3 of 3)" },
  ]);
  // Its holders died three times: nobody could bury it then.
  const dying = await world.put(2, "kills its holders");
  for (let i = 0; i < 3; i++) {
    await world.storage.getTask(2, 1, { visibilityTimeoutMs: 1 });
    await world.clock.advance(1);
  }
  await using careful = world.worker([textQueue(2, () => Promise.reject(), { maxAttempts: 3 })]);
  await drain(careful);
  expect(await world.storage.peekTask([dying])).toMatchObject([
    { state: "dead", error: "tried 3 times; the queue allows 3" },
  ]);
});

test("maxAttempts of the queue also ends an explicit retry", async () => {
  const world = createWorld();
  await world.put(1, "one");
  await using worker = world.worker([
    textQueue(
      1,
      async (_ctx, storage, tasks) => {
        await storage.retryTask(
          tasks.map(({ taskId }) => ({ taskId, delayMs: 1, error: "not yet" })),
        );
        return fine(0);
      },
      { maxAttempts: 2 },
    ),
  ]);
  worker.run();
  await world.clock.advance(1_000);
  expect(await world.stat(1)).toMatchObject({ retriedTotal: 1, deadTasks: 1 });
});

test("perTask: resolve is done, throw is retry, Bury is a dead letter, RetryAt is that moment", async () => {
  const world = createWorld();
  const at = new Date(world.clock.now() + 3_600_000);
  const ids = {
    done: await world.put(1, "done"),
    retry: await world.put(1, "retry"),
    bury: await world.put(1, "bury"),
    later: await world.put(1, "later"),
  };
  const handler = perTask<TextTask>(async ({ text }) => {
    if (text === "retry") throw new Error("try again");
    if (text === "bury") throw new Bury("no such address");
    if (text === "later") throw new RetryAt(at);
  });
  await using worker = world.worker([textQueue(1, handler)]);
  await drain(worker);
  expect(await world.storage.peekTask([ids.done])).toEqual([]);
  expect(await world.storage.peekTask([ids.retry, ids.bury, ids.later])).toMatchObject([
    { state: "delayed", attempts: 1, error: "try again" },
    { state: "dead", error: "no such address" },
    { state: "delayed", startTime: at },
  ]);
});

test("perTask: one slow task does not hold back the others' Done", async () => {
  const world = createWorld();
  await world.putMany(1, 10);
  const slow = gate();
  const handler = perTask<TextTask>(async ({ text }) => {
    if (text === "task 0") await slow.opened;
  });
  await using worker = world.worker([textQueue(1, handler)]);
  worker.run();
  await world.clock.advance(0);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 9, takenTasks: 1 });
  // Tasks that end together share a call.
  expect(world.faults.count("doneTask")).toBeLessThanOrEqual(3);
  slow.open();
});

test("perTask: what has not begun at a shutdown is given back unused", async () => {
  const world = createWorld();
  await world.putMany(1, 3);
  const handler = perTask<TextTask>(
    (_task, ctx) =>
      new Promise((_, reject) =>
        ctx.signal.addEventListener("abort", () => reject(ctx.signal.reason)),
      ),
    { concurrency: 1 },
  );
  const worker = world.worker([textQueue(1, handler)]);
  const run = worker.run();
  await world.clock.advance(0);
  expect((await worker.shutdown()).released).toHaveLength(3);
  await run;
  expect(await world.stat(1)).toMatchObject({ readyTasks: 3, retriedTotal: 0, releasedTotal: 3 });
});

test("perTask: a task that Node's own AbortError ended is given back unused as well", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const handler = perTask<TextTask>((_task, ctx) => setTimeout(60_000, null, ctx));
  const worker = world.worker([textQueue(1, handler, { maxAttempts: 1 })]);
  const run = worker.run();
  await world.clock.advance(0);
  expect((await worker.shutdown()).released).toHaveLength(1);
  await run;
  expect(await world.stat(1)).toMatchObject({ readyTasks: 1, deadTasks: 0 });
});

test("leases are renewed while the handler runs, and a longer touch is not shortened", async () => {
  const world = createWorld();
  const [short, long] = [await world.put(1, "short"), await world.put(1, "long")];
  const hold = gate();
  await using worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      await storage.touchTask([long], 600_000);
      await hold.opened;
      return doAll(ctx, storage, tasks);
    }),
  ]);
  worker.run();
  await world.clock.advance(250_000);
  expect(await world.storage.peekTask([short, long])).toMatchObject([
    { state: "taken", timeouts: 0 },
    { state: "taken", deadline: new Date(world.clock.now() + 350_000) },
  ]);
  hold.open();
  await world.clock.advance(0);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 2 });
});

test("a handler that never returns is abandoned and replaced, and the worker goes on", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "stuck");
  const reasons: unknown[] = [];
  const end = gate();
  let first = true;
  const worker = world.worker(
    [
      textQueue(1, async (ctx, storage, tasks) => {
        if (!first) return doAll(ctx, storage, tasks);
        first = false;
        ctx.signal.addEventListener("abort", () => reasons.push(ctx.signal.reason));
        await end.opened;
        return fine(0);
      }),
    ],
    { registry },
  );
  const run = worker.run();
  await world.clock.advance(299_999);
  expect(reasons).toEqual([]);
  await world.clock.advance(1);
  expect(reasons).toMatchObject([{ kind: "timeout" }]);
  expect(reasons[0]).toBeInstanceOf(HandlerAborted);
  await world.clock.advance(5_000);
  expect(worker.health()).toMatchObject({ status: "degraded", abandoned: 1 });
  expect(await registry.metrics()).toContain('queue_handlers_abandoned_total{queue_num="1"} 1');
  const line = world.logger.lines.find(({ message }) => message.includes("abandoned"));
  expect(line?.fields).toMatchObject({ origin: expect.stringContaining("handlers.test.ts") });
  // Its lease is renewed no more: the task comes back, and its replacement does it.
  await world.clock.advance(60_000);
  expect(await world.stat(1)).toMatchObject({ timedOutTotal: 1, doneTotal: 1, totalTasks: 0 });
  end.open();
  await world.clock.advance(0);
  expect(worker.health()).toMatchObject({ status: "ok", abandoned: 0 });
  await worker.gracefulStop();
  await run;
});

test("more abandoned handlers than processors: the worker reports itself dead", async () => {
  const world = createWorld();
  await world.putMany(1, 2);
  const worker = world.worker([textQueue(1, () => new Promise(() => {}), { batchSize: 1 })]);
  const run = worker.run();
  await world.clock.advance(306_000);
  expect(worker.health()).toMatchObject({ status: "degraded", abandoned: 1, processors: 1 });
  await world.clock.advance(400_000);
  expect(worker.health()).toMatchObject({ status: "dead", abandoned: 2, processors: 0 });
  const stopped = worker.shutdown();
  await world.clock.advance(1_000);
  await stopped;
  await run;
});

test("a suspect is handed over alone, after the healthy; the other suspects go back", async () => {
  const world = createWorld();
  const suspects = [await world.put(1, "suspect a"), await world.put(1, "suspect b")];
  await world.storage.getTask(1, 2, { visibilityTimeoutMs: 1 });
  await world.clock.advance(1);
  await world.put(1, "healthy a");
  await world.put(1, "healthy b");
  const batches: string[][] = [];
  await using worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      batches.push(tasks.map((task) => task.text));
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  expect(batches).toEqual([["healthy a", "healthy b"], ["suspect a"], ["suspect b"]]);
  expect(world.storage.settles.filter(({ kind }) => kind === "release")).toMatchObject([
    { taskId: suspects[1] },
  ]);
});
