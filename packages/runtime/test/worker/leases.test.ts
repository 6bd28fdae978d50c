import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { QueueError } from "../../src/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, fine, textQueue } from "./world.js";

const down = new QueueError("UNAVAILABLE", "down", { details: { outcome: "none" } });

test.each([
  ["a renewal under way does not shorten a handler's touch", 21_000, (ms: number) => ms === 60_000],
  [
    "a handler's touch under way is not shortened by a renewal",
    19_000,
    (ms: number) => ms !== 60_000,
  ],
])("%s", async (_name, touchAtMs, isSlow) => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const pause = (ms: number) => new Promise<void>((resolve) => world.clock.setTimer(ms, resolve));
  const slow = altered(world.storage, "touchTask", (touch) => async (leases, ms, options) => {
    const result = await touch(leases, ms, options);
    if (isSlow(ms)) await pause(2_000);
    return result;
  });
  const worker = world.worker(
    [
      textQueue(1, async (_ctx, storage, tasks) => {
        await pause(touchAtMs);
        await storage.touchTask(tasks, 3_600_000);
        return new Promise(() => {});
      }),
    ],
    { storage: slow },
  );
  const run = worker.run();
  const deadline = async () =>
    (await world.storage.peekTask([taskId]))[0]?.deadline?.getTime() ?? 0;
  await world.clock.advance(touchAtMs + 500);
  const touched = await deadline();
  await world.clock.advance(30_000);
  expect(await deadline()).toBeGreaterThanOrEqual(touched);
  const stopped = worker.shutdown();
  await world.clock.advance(1_000);
  await stopped;
  await run;
});

test("one renewal that hangs does not lose the lease", async () => {
  const world = createWorld();
  await world.put(1, "one");
  let first = true;
  world.faults.judge = (method) => {
    if (method !== "touchTask" || !first) return undefined;
    first = false;
    return { hang: true };
  };
  await using worker = world.worker(
    [
      textQueue(1, async (ctx, storage, tasks) => {
        await new Promise<void>((resolve) => ctx.clock.setTimer(50_000, resolve));
        return doAll(ctx, storage, tasks);
      }),
    ],
    { visibilityTimeoutMs: 12_000 },
  );
  worker.run();
  await world.clock.advance(60_000);
  expect(await world.stat(1)).toMatchObject({ timedOutTotal: 0, doneTotal: 1 });
});

test("a Done under way is not overtaken by the retry of a throwing handler", async () => {
  const world = createWorld();
  await world.putMany(1, 2);
  let failures = 1;
  world.faults.judge = (method) =>
    method === "doneTask" && failures-- > 0 ? { before: down } : undefined;
  let first = true;
  await using worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      if (!first) return doAll(ctx, storage, tasks);
      first = false;
      const work = tasks.map(async (task, i) => {
        await Promise.resolve();
        if (i === 1) throw new Error("no network");
        await storage.doneTask([task]);
      });
      await Promise.all(work);
      return fine(2);
    }),
  ]);
  worker.run();
  await world.clock.advance(500);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, retriedTotal: 1 });
});

test("an aborted signal of the handler's own ends its settle, also on a storage that hangs", async () => {
  const world = createWorld();
  await world.put(1, "one");
  world.faults.judge = (method) => (method === "doneTask" ? { hang: true } : undefined);
  const reasons: unknown[] = [];
  await using worker = world.worker([
    textQueue(1, async (_ctx, storage, tasks) => {
      const controller = new AbortController();
      const done = storage.doneTask(tasks, { signal: controller.signal });
      controller.abort("mine");
      await done.catch((reason) => reasons.push(reason));
      return fine(0);
    }),
  ]);
  worker.run();
  await world.clock.advance(1_000);
  expect(reasons).toEqual(["mine"]);
});

test("a worker that has ended makes no more calls, also where a settle was in an outage", async () => {
  const world = createWorld();
  await world.put(1, "one");
  world.faults.judge = (method) =>
    method === "retryTask" || method === "releaseTask" ? { before: down } : undefined;
  const worker = world.worker([textQueue(1, () => Promise.reject(new Error("no network")))]);
  const run = worker.run();
  await world.clock.advance(100);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
  const before = world.faults.total();
  await world.clock.advance(100_000);
  expect(world.faults.total()).toBe(before);
});

test("a batch whose answer came after its lease had ended is given back, not handled", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  let handled = 0;
  let slow = true;
  const late = altered(world.storage, "getTask", (get) => async (...args) => {
    const tasks = await get(...args);
    if (slow && tasks.length > 0)
      await new Promise<void>((resolve) => world.clock.setTimer(6_000, resolve));
    return tasks;
  });
  await using worker = world.worker(
    [
      textQueue(1, (ctx, storage, tasks) => {
        handled++;
        return doAll(ctx, storage, tasks);
      }),
    ],
    { storage: late, visibilityTimeoutMs: 5_000 },
  );
  worker.run();
  await world.clock.advance(20_000);
  expect(handled).toBe(0);
  expect(await world.storage.peekTask([taskId])).toMatchObject([{ taskId }]);
  slow = false;
  await world.clock.advance(20_000);
  expect(handled).toBe(1);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 1 });
});

test("a handler knows its deadline; when that has come, its leases are renewed no more", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const deadlines: Date[] = [];
  const start = world.clock.now();
  const queue = textQueue(1, (ctx) => {
    deadlines.push(ctx.deadline);
    return new Promise(() => {});
  });
  const worker = world.worker([queue], { visibilityTimeoutMs: 3_000 });
  const run = worker.run();
  await world.clock.advance(15_000);
  expect(deadlines).toEqual([new Date(start + 15_000)]);
  const renewals = world.faults.count("touchTask");
  expect(renewals).toBeGreaterThanOrEqual(14);
  await world.clock.advance(2_900);
  expect(world.faults.count("touchTask")).toBe(renewals);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
});

test("what a renewal no longer finds because its Done is under way is not counted as lost", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "one");
  const pause = (ms: number) => new Promise<void>((resolve) => world.clock.setTimer(ms, resolve));
  const slow = altered(world.storage, "doneTask", (done) => async (...args) => {
    const result = await done(...args);
    await pause(5_000);
    return result;
  });
  const queue = textQueue(1, async (ctx, storage, tasks) => {
    await pause(18_000); // the renewal comes at 20 s
    return doAll(ctx, storage, tasks);
  });
  await using worker = world.worker([queue], { storage: slow, registry });
  worker.run();
  await world.clock.advance(30_000);
  expect(world.faults.count("touchTask")).toBe(1);
  const text = await registry.metrics();
  expect(text).not.toContain("queue_leases_lost_total{");
  expect(text).toContain('queue_tasks_processed_total{queue_num="1"} 1');
});
