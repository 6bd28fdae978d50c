import { expect, test } from "vitest";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, textQueue } from "./world.js";

test("drain rejects with what has crashed the worker", async () => {
  const world = createWorld();
  const scheduler = {
    next() {
      throw new Error("a bug of the scheduler");
    },
  };
  const worker = world.worker([textQueue(1, doAll)], { scheduler });
  await expect(drain(worker)).rejects.toThrow("a bug of the scheduler");
});

test("drain rejects when the storage cannot be asked", async () => {
  const world = createWorld();
  const worker = world.worker([textQueue(1, doAll)]);
  worker.run();
  await world.clock.advance(10);
  world.faults.judge = () => ({ before: new Error("down") });
  await expect(drain(worker)).rejects.toThrow("down");
  await worker.shutdown();
});

test("drain ends when a handler stops the worker", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const worker = world.worker([
    textQueue(1, (ctx, storage, tasks) => {
      void worker.gracefulStop();
      return doAll(ctx, storage, tasks);
    }),
  ]);
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ doneTotal: 1 });
});
