import v8 from "node:v8";
import vm from "node:vm";
import { expect, test } from "vitest";
import { drain } from "../../src/testing/index.js";
import { altered } from "./altered.js";
import { createWorld, doAll, textQueue } from "./world.js";

v8.setFlagsFromString("--expose-gc");
const collectYoung = vm.runInNewContext("() => gc({ type: 'minor' })") as () => void;

function oldBytes(): number {
  const spaces = v8.getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;
}

const BATCHES = 400;
const BALLAST = 2_000;

// A list that lives long and whose earlier parts point to later ones (a Map, a Set, the listeners of a signal) takes
// every batch along into old age: half of a drain's garbage waited for full collections, a quarter of its CPU time.
test("batches that have ended go with the next collection of the young", async () => {
  const world = createWorld();
  const storage = altered(world.storage, "getTask", (get) => async (...args) => {
    const tasks = await get(...args);
    return tasks.map((task) => ({ ...task, ballast: new Array(BALLAST).fill(task) }));
  });
  let batches = 0;
  let before = 0;
  const queue = textQueue(1, async (ctx, batchStorage, tasks) => {
    batches++;
    if (batches % 10 === 0) collectYoung();
    if (batches === BATCHES / 4) before = oldBytes();
    return doAll(ctx, batchStorage, tasks);
  });
  for (let i = 0; i < BATCHES; i++) await world.put(1, `${i}`);
  await using worker = world.worker([queue], { storage, batchSize: 1, maxProcessors: 4 });
  await drain(worker);
  expect(batches).toBe(BATCHES);
  const ballastBytes = (BATCHES * 3 * BALLAST * 8) / 4;
  expect(oldBytes() - before).toBeLessThan(ballastBytes / 3);
});
