import { expect, test } from "vitest";
import { QueueError } from "../../src/index.js";
import { createWorld, doAll, fine, textQueue } from "./world.js";

const down = new QueueError("UNAVAILABLE", "down", { details: { outcome: "none" } });

type World = ReturnType<typeof createWorld>;

/** Tasks whose holder has died. */
async function putSuspects(world: World, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await world.put(1, `suspect ${i}`);
  await world.storage.getTask(1, count, { visibilityTimeoutMs: 1_000 });
  await world.clock.advance(1_000);
}

const after = (world: World, ms: number) =>
  new Promise<void>((resolve) => world.clock.setTimer(ms, resolve));

test("a suspect that waits for the release of others is not begun after a stop", async () => {
  const world = createWorld();
  await putSuspects(world, 2);
  world.faults.judge = (method) => (method === "releaseTask" ? { before: down } : undefined);
  let calls = 0;
  const worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      calls++;
      return doAll(ctx, storage, tasks);
    }),
  ]);
  const run = worker.run();
  await world.clock.advance(1_000);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
  world.faults.judge = () => undefined;
  await world.clock.advance(10_000);
  expect(calls).toBe(0);
});

test("a suspect's lease is renewed, also when the healthy before it used up their time", async () => {
  const world = createWorld();
  await putSuspects(world, 1);
  await world.put(1, "healthy");
  await using worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      if (tasks[0]?.text === "healthy")
        await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
      else await after(world, 100_000);
      return doAll(ctx, storage, tasks);
    }),
  ]);
  worker.run();
  await world.clock.advance(390_000);
  expect(await world.storage.getTask(1, 10)).toEqual([]);
  await world.clock.advance(60_000);
});

test("what the healthy's handler left comes back by its timeout, however long the suspect takes", async () => {
  const world = createWorld();
  await putSuspects(world, 1);
  const healthy = await world.put(1, "healthy");
  await using worker = world.worker([
    textQueue(1, async (ctx, storage, tasks) => {
      if (tasks[0]?.text === "healthy") return fine(0);
      await after(world, 200_000);
      return doAll(ctx, storage, tasks);
    }),
  ]);
  worker.run();
  await world.clock.advance(150_000);
  expect(await world.storage.peekTask([healthy])).toMatchObject([{ state: "ready" }]);
  await world.clock.advance(200_000);
});

test("what an abandoned handler holds comes back by its timeout, however long the suspect takes", async () => {
  const world = createWorld();
  await putSuspects(world, 1);
  const healthy = await world.put(1, "healthy");
  const worker = world.worker([textQueue(1, () => new Promise(() => {}))], { maxProcessors: 2 });
  const run = worker.run();
  await world.clock.advance(306_000);
  expect(await world.storage.peekTask([healthy])).toMatchObject([{ state: "taken", timeouts: 0 }]);
  await world.clock.advance(60_000);
  expect(await world.storage.peekTask([healthy])).toMatchObject([{ timeouts: 1 }]);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
});

test("a stop names as released only what it gave back itself", async () => {
  const world = createWorld();
  await putSuspects(world, 1);
  await world.put(1, "healthy");
  let first = true;
  const worker = world.worker([
    textQueue(
      1,
      (ctx, storage, tasks) => {
        if (!first || tasks[0]?.text !== "healthy") return doAll(ctx, storage, tasks);
        first = false;
        return new Promise(() => {});
      },
      { handlerTimeoutMs: 1_000 },
    ),
  ]);
  const run = worker.run();
  await world.clock.advance(120_000);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 2 });
  // The abandoned handler still runs: nothing is drained.
  expect(await worker.gracefulStop()).toMatchObject({
    drained: false,
    released: [],
    stillRunning: [{ queueNum: 1 }],
  });
  await run;
});

test.each([
  ["lost meanwhile", {}],
  ["never renewed", { renewLeases: false }],
])("a suspect whose lease was %s is not begun: somebody else has it", async (_how, policy) => {
  const world = createWorld();
  await putSuspects(world, 1);
  await world.put(1, "healthy");
  const begun: string[] = [];
  const worker = world.worker([
    textQueue(
      1,
      async (ctx, storage, tasks) => {
        begun.push(...tasks.map((task) => task.text));
        await after(world, 100_000);
        return doAll(ctx, storage, tasks);
      },
      policy,
    ),
  ]);
  const run = worker.run();
  await world.clock.advance(10);
  world.faults.judge = (method) => (method === "touchTask" ? { before: down } : undefined);
  await world.clock.advance(70_000);
  world.faults.judge = () => undefined;
  // Another worker has taken it by now.
  expect(await world.storage.getTask(1, 10, { visibilityTimeoutMs: 500_000 })).toHaveLength(2);
  await world.clock.advance(100_000);
  expect(begun).toEqual(["healthy"]);
  const stopped = worker.shutdown();
  await world.clock.advance(5_000);
  await stopped;
  await run;
});

test("a suspect whose lease ended while others were given back is not begun", async () => {
  const world = createWorld();
  await putSuspects(world, 2);
  let inOutage = true;
  world.faults.judge = (method) =>
    inOutage && (method === "releaseTask" || method === "touchTask") ? { before: down } : undefined;
  const begun: number[] = [];
  await using worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      begun.push(world.clock.now());
      return doAll(ctx, storage, tasks);
    }),
  ]);
  worker.run();
  const takenAt = world.clock.now();
  await world.clock.advance(70_000);
  inOutage = false;
  await world.clock.advance(200_000);
  expect(await world.stat(1)).toMatchObject({ totalTasks: 0, doneTotal: 2 });
  const settles = world.storage.settles.filter(({ kind }) => kind === "done");
  expect(settles.filter(({ lost }) => lost)).toEqual([]);
  expect(begun.filter((at) => at < takenAt + 60_000)).toEqual([]);
});
