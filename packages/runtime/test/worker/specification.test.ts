import { Registry } from "prom-client";
import { expect, test } from "vitest";
import type { BatchHandler, HandlerRetry, TaskId } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, fine, type TextTask, textQueue } from "./world.js";

/** The specification's handler: lists of done and retried, dead letter by attempts, 2^n seconds. */
function emailsHandler(send: (task: TextTask) => Promise<void>): BatchHandler<TextTask> {
  return async (ctx, storage, tasks) => {
    const startedAt = ctx.clock.now();
    const doneIds: TaskId[] = [];
    const retries: HandlerRetry[] = [];
    const stats = { processed: 0, errors: 0, lastError: undefined as unknown };
    for (const task of tasks) {
      if (task.attempts > 10) {
        ctx.logger.error({ attempts: task.attempts }, "task exceeded max retries, dropping");
        doneIds.push(task.taskId);
        stats.errors++;
        continue;
      }
      try {
        await send(task);
        doneIds.push(task.taskId);
        stats.processed++;
      } catch (error) {
        const delayMs = 2 ** task.attempts * 1_000;
        const nextStartTime = new Date(ctx.clock.now() + delayMs);
        retries.push({ taskId: task.taskId, nextStartTime });
        stats.lastError = error;
      }
    }
    await storage.doneTask(doneIds);
    await storage.retryTask(retries);
    const durationMs = ctx.clock.now() - startedAt;
    return { ...stats, retried: retries.length, durationMs };
  };
}

/** The specification's example of a handler, line by line: what fails comes again in 30 seconds. */
function emailHandler(sendEmail: (task: TextTask) => Promise<void>): BatchHandler<TextTask> {
  return async (ctx, storage, tasks) => {
    const start = ctx.clock.now();
    const stats = { processed: 0, errors: 0, retried: 0, lastError: undefined as unknown };
    const doneIds: TaskId[] = [];
    const retries: HandlerRetry[] = [];
    for (const task of tasks) {
      try {
        await sendEmail(task);
        stats.processed++;
        doneIds.push(task.taskId);
      } catch (error) {
        stats.errors++;
        stats.lastError = error;
        const nextStartTime = new Date(ctx.clock.now() + 30_000);
        retries.push({ taskId: task.taskId, nextStartTime });
      }
    }
    if (doneIds.length > 0) await storage.doneTask(doneIds);
    if (retries.length > 0) {
      stats.retried = retries.length;
      await storage.retryTask(retries);
    }
    return { ...stats, durationMs: ctx.clock.now() - start };
  };
}

test("the specification's example handler: failed emails come again in 30 seconds", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "good");
  await world.put(1, "bad");
  const sent: [string, number][] = [];
  const start = world.clock.now();
  const send = async ({ text, attempts }: TextTask) => {
    sent.push([text, world.clock.now() - start]);
    if (text === "bad" && attempts === 0) throw new Error("no route");
  };
  await using worker = world.worker([textQueue(1, emailHandler(send))], { registry });
  await drain(worker);
  await world.clock.advance(60_000);
  expect(sent).toEqual([
    ["good", 0],
    ["bad", 0],
    ["bad", 30_000],
  ]);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 2, retriedTotal: 1, totalTasks: 0 });
  const text = await registry.metrics();
  expect(text).toContain('queue_tasks_errors_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_processed_total{queue_num="1"} 2');
  expect(text).toContain('queue_tasks_retried_total{queue_num="1"} 1');
  const [line] = world.logger.lines.filter((one) => one.message === "a handler reports an error");
  expect(line?.fields).toEqual({ err: new Error("no route") });
});

test("the specification's batch handler: done and retry lists", async () => {
  const world = createWorld();
  await world.put(1, "good");
  await world.put(1, "bad");
  const send = async ({ text }: TextTask) => {
    if (text === "bad") throw new Error("no route");
  };
  await using worker = world.worker([textQueue(1, emailsHandler(send))]);
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, retriedTotal: 1, delayedTasks: 1 });
});

test("the specification's exponential backoff and dead letter by attempts", async () => {
  const world = createWorld();
  await world.put(1, "never");
  const tries: number[] = [];
  const send = async () => {
    tries.push(world.clock.now());
    throw new Error("no route");
  };
  await using worker = world.worker([textQueue(1, emailsHandler(send))]);
  await drain(worker);
  await world.clock.advance(3_600_000);
  const pauses = tries.slice(1).map((at, i) => (at - (tries[i] ?? 0)) / 1_000);
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
  expect(world.logger.messages("error")).toEqual(["task exceeded max retries, dropping"]);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 1 });
});

test("renewLeases: false with onHandlerError: 'leave' behaves as the specification says to the letter", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const first = new Date(world.clock.now());
  const seen: { attempts: number; prevStartTime: Date | null }[] = [];
  await using worker = world.worker(
    [
      textQueue(
        1,
        async (ctx, storage, tasks) => {
          for (const { attempts, prevStartTime } of tasks) seen.push({ attempts, prevStartTime });
          if (seen.length === 1) throw new Error("the process might as well have died");
          if (seen.length === 2) await new Promise<void>((go) => ctx.clock.setTimer(70_000, go));
          await storage.doneTask(tasks);
          return fine(1);
        },
        { renewLeases: false, onHandlerError: "leave" },
      ),
    ],
    { maxProcessors: 2 },
  );
  worker.run();
  // Neither done nor retried: it is nobody's until the visibility timeout.
  await world.clock.advance(59_999);
  expect(await world.storage.peekTask([taskId])).toMatchObject([{ state: "taken", attempts: 0 }]);
  expect(world.faults.count("touchTask")).toBe(0);
  await world.clock.advance(1);
  expect(seen).toEqual([
    { attempts: 0, prevStartTime: null },
    { attempts: 1, prevStartTime: first },
  ]);
  // The second try overruns its lease: another processor gets the task; the late Done changes nothing.
  await world.clock.advance(60_000);
  expect(seen[2]).toEqual({ attempts: 2, prevStartTime: new Date(first.getTime() + 60_000) });
  await world.clock.advance(60_000);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 1, timedOutTotal: 2 });
});
