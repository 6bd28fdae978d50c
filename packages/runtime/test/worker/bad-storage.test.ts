import { expect, onTestFinished, test } from "vitest";
import type { FullStorage, Task } from "../../src/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, gate, textQueue } from "./world.js";

/** What Node would end the process for. */
function unhandled(): unknown[] {
  const reasons: unknown[] = [];
  const note = (reason: unknown) => reasons.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  return reasons;
}

test.each([
  ["throws before it returns a promise", () => throwing("a bug of the storage")],
  ["answers nothing", async () => undefined],
  ["answers no list", async () => ({ tasks: [] })],
  ["returns no promise", () => undefined],
])("a getTask that %s is a failed call, and the worker goes on", async (_how, getTask) => {
  const world = createWorld();
  let broken = true;
  const storage = altered(
    world.storage,
    "getTask",
    (get) =>
      (...args) =>
        broken ? (getTask() as never) : get(...args),
  );
  await world.put(1, "one");
  await using worker = world.worker([textQueue(1, doAll)], { storage });
  worker.run();
  await world.clock.advance(60_000);
  expect(worker.health()).toMatchObject({ status: "degraded", processors: 1 });
  // No timer of a call that is over: the next try, the sweep, the long poll and its bound are left.
  expect(world.clock.pending().length).toBeLessThanOrEqual(4);
  broken = false;
  await world.clock.advance(6_000);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});

function throwing(message: string): never {
  throw new Error(message);
}

test("every other method may throw before it returns a promise as well", async () => {
  const reasons = unhandled();
  const world = createWorld();
  let broken = true;
  const storage = new Proxy(world.storage, {
    get(target, name: keyof FullStorage) {
      if (broken && ["waitTask", "doneTask", "touchTask", "releaseTask"].includes(name))
        return () => throwing("a bug of the storage");
      return Reflect.get(target, name);
    },
  });
  await world.putMany(1, 3);
  await using worker = world.worker([textQueue(1, doAll)], { storage });
  worker.run();
  await world.clock.advance(30_000);
  broken = false;
  await world.clock.advance(90_000);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 3 });
  expect(reasons).toEqual([]);
});

test("a late batch that cannot be given back ends no process", async () => {
  const reasons = unhandled();
  const world = createWorld();
  const late = gate<readonly Task[]>();
  let asked = 0;
  const first = altered(
    world.storage,
    "getTask",
    (get) =>
      (...args) =>
        asked++ === 0 ? late.opened : get(...args),
  );
  const storage = altered(first, "releaseTask", () => () => throwing("a bug of the storage"));
  await using worker = world.worker([textQueue(1, doAll)], { storage });
  worker.run();
  await world.put(1, "one");
  const taken = await world.storage.getTask(1, 1);
  await world.clock.advance(11_000);
  late.open(taken);
  await world.clock.advance(1_000);
  expect(reasons).toEqual([]);
});

test("a batch that comes after its leases may be over is given back, not handled", async () => {
  const world = createWorld();
  await world.put(1, "one");
  let asked = 0;
  const storage = altered(world.storage, "getTask", (get) => async (...args) => {
    const late = asked++ === 0;
    const tasks = await get(...args);
    if (late) await new Promise<void>((resolve) => world.clock.setTimer(6_000, resolve));
    return tasks;
  });
  const handled: number[] = [];
  const queue = textQueue(1, (ctx, handlerStorage, tasks) => {
    handled.push(...tasks.map((task) => task.attempts));
    return doAll(ctx, handlerStorage, tasks);
  });
  await using worker = world.worker([queue], { storage, visibilityTimeoutMs: 5_000 });
  worker.run();
  await world.clock.advance(20_000);
  expect(handled).toEqual([1]);
});

test("the first renewal is counted from the question, not from a slow answer", async () => {
  const world = createWorld();
  await world.put(1, "one");
  let asked = 0;
  const storage = altered(world.storage, "getTask", (get) => async (...args) => {
    const late = asked++ === 0;
    const tasks = await get(...args);
    if (late) await new Promise<void>((resolve) => world.clock.setTimer(8_000, resolve));
    return tasks;
  });
  const queue = textQueue(1, async (ctx, handlerStorage, tasks) => {
    await new Promise<void>((resolve) => ctx.clock.setTimer(30_000, resolve));
    return doAll(ctx, handlerStorage, tasks);
  });
  await using worker = world.worker([queue], { storage, visibilityTimeoutMs: 10_000 });
  worker.run();
  await world.clock.advance(60_000);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1, timedOutTotal: 0 });
});
