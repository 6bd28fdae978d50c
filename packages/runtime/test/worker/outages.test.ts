import { expect, test } from "vitest";
import { QueueError } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, fine, textQueue } from "./world.js";

const outage = (outcome: "none" | "unknown") =>
  new QueueError("UNAVAILABLE", "connection refused", { details: { outcome } });

test("a storage that throws, hangs, then heals never stops the worker and does not make it spin", async () => {
  const world = createWorld();
  const worker = world.worker([textQueue(1, doAll), textQueue(2, doAll)], { maxProcessors: 4 });
  const run = worker.run();
  await world.clock.advance(100);

  world.faults.judge = () => ({ before: outage("none") });
  let before = world.faults.total();
  await world.clock.advance(60_000);
  expect(world.faults.total() - before).toBeLessThan(150);
  expect(worker.health()).toMatchObject({ status: "degraded" });
  expect(worker.health().reasons.join()).toContain("connection refused");

  world.faults.judge = () => ({ before: new TypeError("a bug of the storage") });
  await world.clock.advance(60_000);

  world.faults.judge = () => ({ hang: true });
  before = world.faults.total();
  await world.clock.advance(60_000);
  expect(world.faults.total() - before).toBeLessThan(60);

  world.faults.judge = () => undefined;
  await world.putMany(1, 30);
  await world.clock.advance(12_000);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 30 });
  expect(worker.health()).toMatchObject({ status: "ok", reasons: [] });
  const stopped = worker.gracefulStop();
  await stopped;
  await run;
});

test("a settle whose outcome is unknown is repeated, and counts as settled when it then is lost", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const results: unknown[] = [];
  let failures = 2;
  world.faults.judge = (method) =>
    method === "doneTask" && failures-- > 0 ? { after: outage("unknown") } : undefined;
  await using worker = world.worker([
    textQueue(1, async (_ctx, storage, tasks) => {
      results.push(await storage.doneTask(tasks));
      return fine(1);
    }),
  ]);
  worker.run();
  await world.clock.advance(5_000);
  expect(results).toEqual([{ settled: 1, lost: [] }]);
  expect(world.faults.count("doneTask")).toBe(3);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 1 });
});

test("a settle is repeated only while its lease lives, and then tells the handler", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const errors: unknown[] = [];
  world.faults.judge = (method) =>
    method === "doneTask" || method === "touchTask" ? { before: outage("none") } : undefined;
  await using worker = world.worker([
    textQueue(1, async (_ctx, storage, tasks) => {
      await storage.doneTask(tasks).catch((error) => errors.push(error));
      world.faults.judge = () => undefined;
      return fine(0);
    }),
  ]);
  worker.run();
  await world.clock.advance(59_000);
  expect(errors).toEqual([]);
  await world.clock.advance(6_000);
  expect(errors).toEqual([expect.objectContaining({ code: "UNAVAILABLE" })]);
  // Healed, its next holder does it.
  expect(await world.stat(1)).toMatchObject({ timedOutTotal: 1, doneTotal: 1, totalTasks: 0 });
});

test("a batch that arrives after its call was given up is released", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const late = world.storage;
  let first = true;
  const slow = new Proxy(late, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name !== "getTask" || !first) return value;
      return async (...args: Parameters<typeof target.getTask>) => {
        first = false;
        const tasks = await target.getTask(...args);
        await new Promise<void>((resolve) => world.clock.setTimer(15_000, resolve));
        return tasks;
      };
    },
  });
  const handled: number[] = [];
  await using worker = world.worker(
    [
      textQueue(1, (ctx, storage, tasks) => {
        handled.push(...tasks.map((task) => task.attempts));
        return doAll(ctx, storage, tasks);
      }),
    ],
    { storage: slow },
  );
  worker.run();
  await world.clock.advance(20_000);
  // Not after the visibility timeout of 60 s, and without an attempt counted.
  expect(handled).toEqual([0]);
  expect(await world.storage.peekTask([taskId])).toEqual([]);
});

test("a bad argument of a handler reaches the handler and is not repeated", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const codes: unknown[] = [];
  await using worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      const [task] = tasks;
      const both = { taskId: task?.taskId ?? 0, delayMs: 5, nextStartTime: new Date() };
      await storage.retryTask([both]).catch((error: QueueError) => codes.push(error.code));
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  expect(codes).toEqual(["INVALID_ARGUMENT"]);
  expect(world.faults.count("retryTask")).toBe(1);
});
