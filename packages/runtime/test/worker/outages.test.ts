import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { QueueError } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { altered } from "./altered.js";
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

test("a getTask that fails is repeated after 100 ms, doubling to 5 s, and each failure is counted", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "one");
  const start = world.clock.now();
  const at: number[] = [];
  world.faults.judge = (method) => {
    if (method !== "getTask") return undefined;
    at.push(world.clock.now() - start);
    return { before: outage("none") };
  };
  await using worker = world.worker([textQueue(1, doAll)], { registry });
  worker.run();
  await world.clock.advance(25_000);
  expect(at).toEqual([0, 100, 300, 700, 1_500, 3_100, 6_300, 11_300, 16_300, 21_300]);
  expect(await registry.metrics()).toContain(`queue_storage_errors_total ${at.length}`);
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

test("a settle that a node refused because it takes no writes now is repeated", async () => {
  const world = createWorld();
  await world.put(1, "one");
  let failures = 2;
  world.faults.judge = (method) =>
    method === "doneTask" && failures-- > 0
      ? { before: new QueueError("READ_ONLY", "a replica") }
      : undefined;
  await using worker = world.worker([textQueue(1, doAll)]);
  worker.run();
  await world.clock.advance(5_000);
  expect(world.faults.count("doneTask")).toBe(3);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, retriedTotal: 0 });
});

test("a settle that certainly had no effect and then is lost is reported as lost", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const results: unknown[] = [];
  let calls = 0;
  const storage = altered(world.storage, "doneTask", () => async () => {
    if (calls++ === 0) throw outage("none");
    return { settled: 0, lost: [taskId] };
  });
  const queue = textQueue(1, async (_ctx, handlerStorage, tasks) => {
    results.push(await handlerStorage.doneTask(tasks));
    return fine(1);
  });
  const worker = world.worker([queue], { storage });
  const run = worker.run();
  await world.clock.advance(5_000);
  expect(results).toEqual([{ settled: 0, lost: [taskId] }]);
  await worker.shutdown();
  await run;
});

test("of a settle that is repeated, tasks whose leases are over meanwhile are lost, each once", async () => {
  const world = createWorld();
  const [short, long] = [await world.put(1, "short"), await world.put(1, "long")];
  const results: unknown[] = [];
  const queue = textQueue(
    1,
    async (_ctx, storage, tasks) => {
      if (results.length > 0) return fine(0);
      await storage.touchTask([long], 600_000);
      world.faults.judge = (method) =>
        method === "doneTask" ? { before: outage("none") } : undefined;
      results.push(await storage.doneTask(tasks));
      return fine(1);
    },
    { renewLeases: false },
  );
  const worker = world.worker([queue]);
  const run = worker.run();
  await world.clock.advance(80_000);
  world.faults.judge = () => undefined;
  await world.clock.advance(6_000);
  expect(results).toEqual([{ settled: 1, lost: [short] }]);
  const stopped = worker.shutdown();
  await world.clock.advance(1_000);
  await stopped;
  await run;
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
