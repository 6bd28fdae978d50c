import { expect, test } from "vitest";
import { lag } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, gate, textQueue } from "./world.js";

test("a put wakes a worker at once, however long it has been idle", async () => {
  const world = createWorld();
  const at: number[] = [];
  await using worker = world.worker(
    [
      textQueue(1, (ctx, storage, tasks) => {
        at.push(ctx.clock.now());
        return doAll(ctx, storage, tasks);
      }),
    ],
    { idleDelayMs: 20_000 },
  );
  await drain(worker);
  const due: number[] = [];
  for (let i = 0; i < 20; i++) {
    await world.clock.advance(300_000 + i * 1_717);
    due.push(world.clock.now());
    await world.put(1, "hello");
  }
  await world.clock.advance(0);
  expect(at).toEqual(due);
});

test("lag reads the statistics once a second, however often the worker asks for tasks", async () => {
  const counts: number[] = [];
  for (const idleDelayMs of [100, 20_000]) {
    const world = createWorld();
    await using worker = world.worker([textQueue(1, doAll)], { scheduler: lag(), idleDelayMs });
    worker.run();
    await world.clock.advance(60_000);
    counts.push(world.faults.count("getStat"));
  }
  expect(counts).toEqual([61, 61]);
});

test("statistics that hang do not keep the worker from asking for tasks", async () => {
  const counts: number[] = [];
  for (const hang of [false, true]) {
    const world = createWorld();
    world.faults.judge = (method) => (hang && method === "getStat" ? { hang } : undefined);
    await using worker = world.worker([textQueue(1, doAll)], { scheduler: lag() });
    worker.run();
    await world.clock.advance(60_000);
    counts.push(world.faults.count("waitTask"));
  }
  expect(counts[1]).toBe(counts[0]);
});

/** When the worker has asked beside its long poll, in ms since it began, and a storage that wakes nobody. */
function withoutWakeUps(world: ReturnType<typeof createWorld>) {
  const began = world.clock.now();
  const looks: number[] = [];
  const storage = altered(world.storage, "waitTask", (wait) => (queueNums, options) => {
    if (options.timeoutMs > 0) return wait([65_535], options);
    looks.push(world.clock.now() - began);
    return wait(queueNums, options);
  });
  return { looks, storage };
}

test("beside the long poll the storage is asked every second, every four while nothing happens", async () => {
  const world = createWorld();
  const { looks, storage } = withoutWakeUps(world);
  await using worker = world.worker([textQueue(1, doAll)], { storage });
  worker.run();
  await world.clock.advance(14_000);
  expect(looks).toEqual([0, 1_000, 5_000, 9_000, 13_000]);
});

test("a wake-up that was lost costs at most four seconds, and one while there is work", async () => {
  const world = createWorld();
  const { looks, storage } = withoutWakeUps(world);
  await using worker = world.worker([textQueue(1, doAll)], { storage });
  worker.run();
  await world.clock.advance(5_100);
  await world.put(1, "lost");
  await world.clock.advance(3_899);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 0 });
  await world.clock.advance(1);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
  await world.clock.advance(100);
  await world.put(1, "lost, too");
  await world.clock.advance(900);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 2 });
  expect(looks.slice(2)).toEqual([5_000, 9_000, 10_000]);
});

test("a worker that is woken while nothing happens looks after all its queues each second again", async () => {
  const world = createWorld();
  const { looks, storage } = withoutWakeUps(world);
  const polled = altered(storage, "waitTask", (wait) => (queueNums, options) => {
    return options.timeoutMs > 0 ? world.storage.waitTask([1], options) : wait(queueNums, options);
  });
  const hold = gate();
  const stuck = textQueue(1, async (ctx, batchStorage, tasks) => {
    await hold.opened;
    return doAll(ctx, batchStorage, tasks);
  });
  await using worker = world.worker([stuck, textQueue(2, doAll)], {
    storage: polled,
    maxProcessors: 2,
  });
  worker.run();
  await world.clock.advance(5_500);
  await world.put(1, "wakes one processor, and keeps it");
  await world.clock.advance(10);
  await world.put(2, "wakes nobody");
  await world.clock.advance(1_000);
  expect(looks.at(-1)).toBe(6_500);
  expect(await world.stat(2)).toMatchObject({ doneTotal: 1 });
  hold.open();
});

test("a put wakes a second processor while the first is busy with a short batch", async () => {
  const world = createWorld();
  const handled: string[] = [];
  const hold = gate();
  await using worker = world.worker(
    [
      textQueue(1, async (ctx, storage, tasks) => {
        handled.push(...tasks.map((task) => task.text));
        await hold.opened;
        return doAll(ctx, storage, tasks);
      }),
    ],
    { maxProcessors: 2, idleDelayMs: 20_000 },
  );
  worker.run();
  await world.clock.advance(10);
  await world.put(1, "first");
  await world.clock.advance(10);
  await world.put(1, "second");
  await world.clock.advance(0);
  expect(handled).toEqual(["first", "second"]);
  // Two looks at the beginning. Then the short batch has said that there is no more to be had.
  expect(world.faults.count("getTask")).toBe(4);
  hold.open();
});

test("an answer of empty that is older than the queue's naming sends nobody to sleep", async () => {
  const world = createWorld();
  let longPolls = 0;
  const polled = altered(world.storage, "waitTask", (wait) => (queueNums, options) => {
    if (options.timeoutMs > 0) longPolls++;
    return wait(queueNums, options);
  });
  const storage = altered(polled, "getTask", (get) => async (...args) => {
    const tasks = await get(...args);
    await new Promise<void>((resolve) => world.clock.setTimer(500, resolve));
    return tasks;
  });
  const worker = world.worker([textQueue(1, doAll)], { storage, idleDelayMs: 300 });
  const run = worker.run();
  await world.clock.advance(100);
  await world.put(1, "one"); // the first look has missed it, the sweep at 300 ms has not
  await world.clock.advance(1_000);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
  expect(longPolls).toBe(0);
  const stopped = worker.gracefulStop();
  await world.clock.advance(1_000);
  await stopped;
  await run;
});
