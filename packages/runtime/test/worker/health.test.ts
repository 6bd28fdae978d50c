import { expect, test } from "vitest";
import { createWorld, doAll, textQueue } from "./world.js";

test("a worker whose processor has crashed reports itself dead", async () => {
  const world = createWorld();
  const scheduler = {
    next() {
      throw new Error("a bug of the scheduler");
    },
  };
  const worker = world.worker([textQueue(1, doAll)], { scheduler });
  const run = expect(worker.run()).rejects.toThrow("a bug of the scheduler");
  await world.clock.advance(2_000);
  await run;
  expect(worker.health()).toMatchObject({
    status: "dead",
    reasons: ["a JobProcessor has crashed: a bug of the scheduler"],
  });
});

test("a worker that seldom asks is well, however long it has not", async () => {
  const world = createWorld();
  await using worker = world.worker([textQueue(1, doAll)], { idleDelayMs: 25_000 });
  worker.run();
  await world.clock.advance(24_000);
  expect(worker.health()).toMatchObject({ status: "ok", reasons: [] });
  world.faults.judge = () => ({ before: new Error("down") });
  await world.clock.advance(100_000);
  expect(worker.health()).toMatchObject({ status: "degraded" });
});

test.each([1_000, 2_500, 3_000, 8_000, 15_000])(
  "a worker that asks every %i ms is well while nothing happens for long",
  async (idleDelayMs) => {
    const world = createWorld();
    await using worker = world.worker([textQueue(1, doAll)], { idleDelayMs });
    worker.run();
    for (let second = 0; second < 120; second++) {
      await world.clock.advance(1_000);
      expect(worker.health()).toMatchObject({ status: "ok", reasons: [] });
    }
  },
);

test("a worker is well before it runs and after it was stopped", async () => {
  const world = createWorld();
  const worker = world.worker([textQueue(1, doAll)]);
  await world.clock.advance(60_000);
  expect(worker.health()).toMatchObject({ status: "ok", lastPollAt: null, processors: 0 });
  const run = worker.run();
  await world.clock.advance(0);
  const lastPollAt = new Date(world.clock.now());
  await worker.gracefulStop();
  await run;
  await world.clock.advance(60_000);
  expect(worker.health()).toMatchObject({ status: "ok", lastPollAt, processors: 0 });
});
