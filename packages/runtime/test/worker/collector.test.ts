import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { collectStorage } from "../../src/index.js";
import { createWorld } from "./world.js";

test("the storage's gauges say what it holds and how long the oldest has waited", async () => {
  const world = createWorld();
  const registry = new Registry();
  collectStorage(registry, world.storage, world.clock.now);
  await world.putMany(1, 3);
  await world.put(1, "later", { delayMs: 60_000 });
  await world.clock.advance(2_000);
  await world.storage.getTask(1, 1);
  const text = await registry.metrics();
  expect(text).toContain('queue_tasks{queue_num="1",state="ready"} 2');
  expect(text).toContain('queue_tasks{queue_num="1",state="taken"} 1');
  expect(text).toContain('queue_tasks{queue_num="1",state="delayed"} 1');
  expect(text).toContain('queue_oldest_ready_age_seconds{queue_num="1"} 2');
});

test("collecting twice on one registry is fine", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.putMany(1, 3);
  collectStorage(registry, world.storage, world.clock.now);
  collectStorage(registry, world.storage, world.clock.now);
  expect(await registry.metrics()).toContain('queue_tasks{queue_num="1",state="ready"} 3');
});

test("a storage out of reach leaves the last values and does not fail the registry", async () => {
  const world = createWorld();
  const registry = new Registry();
  collectStorage(registry, world.storage, world.clock.now);
  await world.putMany(1, 3);
  await registry.metrics();
  world.faults.judge = () => ({ before: new Error("gone") });
  expect(await registry.metrics()).toContain('queue_tasks{queue_num="1",state="ready"} 3');
});
