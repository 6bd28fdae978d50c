import { rm, writeFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { type ConfigSource, objectConfig, perTask, yamlFile } from "../../src/index.js";
import { configDir, nextChange } from "../config/config-dir.js";
import { createWorld, type TextTask, textQueue } from "./world.js";

const ROOT = "test/worker/queue/main";

/** A worker under a steady load, whose batches tell by what settings it runs. */
async function flowing(config: ConfigSource) {
  const world = createWorld();
  const seen = { most: 0, batches: new Set<number>(), timeouts: new Set<number>() };
  let running = 0;
  const handler = perTask<TextTask>(async (_task, ctx) => {
    seen.most = Math.max(seen.most, running);
    await new Promise<void>((resolve) => ctx.clock.setTimer(250, resolve));
  });
  const worker = world.worker([textQueue(1, handler)], { config }).use(async (batch, next) => {
    running++;
    seen.batches.add(batch.stored.length);
    const tasks = await world.storage.peekTask(batch.stored.map((task) => task.taskId));
    for (const task of tasks)
      seen.timeouts.add((task.deadline?.getTime() ?? 0) - batch.ctx.clock.now());
    return next().finally(() => running--);
  });
  worker.run();
  onTestFinished(async () => {
    const stopped = worker.shutdown();
    await world.clock.advance(1_000);
    await stopped;
  });
  await world.putMany(1, 1_000);
  return {
    world,
    /** What a second of work looks like from now on. */
    async second() {
      await world.clock.advance(250); // batches begun before have ended
      seen.most = 0;
      seen.batches.clear();
      seen.timeouts.clear();
      await world.clock.advance(1_000);
      return { processors: seen.most, batches: [...seen.batches], timeouts: [...seen.timeouts] };
    },
  };
}

test("each key changes live while tasks flow, and a bad value keeps the last good one", async () => {
  const config = objectConfig({});
  const { world, second } = await flowing(config);
  expect(await second()).toEqual({ processors: 1, batches: [10], timeouts: [60_000] });
  config.set(`${ROOT}/max_processors`, "3");
  expect(await second()).toEqual({ processors: 3, batches: [10], timeouts: [60_000] });
  config.set(`${ROOT}/queue/1/batch_size`, "4");
  config.set(`${ROOT}/visibility_timeout`, "2m");
  expect(await second()).toEqual({ processors: 3, batches: [4], timeouts: [120_000] });
  config.set(`${ROOT}/max_processors`, "several");
  config.set(`${ROOT}/queue/1/batch_size`, "-1");
  expect(await second()).toEqual({ processors: 3, batches: [4], timeouts: [120_000] });
  expect(world.logger.messages("warn")).toHaveLength(2);
  config.set(`${ROOT}/max_processors`, "1");
  expect(await second()).toMatchObject({ processors: 1 });
});

test("a file changes live while tasks flow; half-written or vanished it keeps the last good values", async () => {
  const dir = await configDir();
  const tree = (processors: number) =>
    `test: { worker: { queue: { main: { max_processors: ${processors} } } } }\n`;
  await dir.replace("tree.yaml", tree(2));
  const world = createWorld();
  const config = await yamlFile(dir.path("tree.yaml"), { logger: world.logger });
  onTestFinished(() => config.close());
  const { second } = await flowing(config);
  expect(await second()).toMatchObject({ processors: 2 });

  let changed = nextChange(config);
  await dir.replace("tree.yaml", tree(4));
  await changed;
  expect(await second()).toMatchObject({ processors: 4 });

  let warned = world.logger.next("warn");
  await writeFile(dir.path("tree.yaml"), "test: { worker: {");
  await warned;
  expect(await second()).toMatchObject({ processors: 4 });

  warned = world.logger.next("warn");
  await rm(dir.path("tree.yaml"));
  await warned;
  expect(await second()).toMatchObject({ processors: 4 });

  changed = nextChange(config);
  await dir.replace("tree.yaml", tree(1));
  await changed;
  expect(await second()).toMatchObject({ processors: 1 });
});
