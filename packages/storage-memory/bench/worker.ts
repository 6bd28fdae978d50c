import { type BatchHandler, bindQueue, type HandledTask, perTask, Worker } from "@queue/runtime";
import { createMemoryStorage } from "../dist/index.js";
import { type Contender, measure, ratio, spread } from "./rounds.js";
import { fill, plain, QUEUE_NUM } from "./workload.js";

const ROUNDS = { rounds: 9, roundMs: 150 };

/** What a worker is measured by: nobody can take and settle with less. A cycle is a batch's life. */
function bareLoop(batchSize: number): Contender {
  const storage = createMemoryStorage();
  return {
    name: "a bare loop",
    async run(cycles) {
      for (let i = 0; i < cycles; i++) {
        await fill(storage, batchSize, plain);
        await storage.doneTask(await storage.getTask(QUEUE_NUM, batchSize));
      }
    },
  };
}

function worker(name: string, batchSize: number, handler: BatchHandler<HandledTask>) {
  const storage = createMemoryStorage();
  const queue = bindQueue({ queueNum: QUEUE_NUM, name, decode: () => ({}) }, handler, {
    batchSize,
  });
  const running = new Worker({ service: "bench", name: "main", storage, queues: [queue] });
  const run = running.run();
  return {
    name,
    async run(cycles: number) {
      for (let i = 0; i < cycles; i++) await fill(storage, batchSize, plain);
      await running.untilIdle();
    },
    async stop() {
      await running.gracefulStop();
      await run;
    },
  };
}

const doAll: BatchHandler<HandledTask> = async (_ctx, storage, tasks) => {
  await storage.doneTask(tasks);
  return { processed: tasks.length, errors: 0, retried: 0, durationMs: 0 };
};

/** How much of the storage's speed is left with a worker in front of it, whose handlers do nothing. */
async function main(): Promise<void> {
  for (const batchSize of [10, 100]) {
    const bare = bareLoop(batchSize);
    const workers = [
      worker("a batch handler", batchSize, doAll),
      worker(
        "perTask",
        batchSize,
        perTask(async () => {}),
      ),
    ];
    const rates = await measure([bare, ...workers], ROUNDS);
    for (const one of workers) await one.stop();
    console.log(`batches of ${batchSize}`);
    for (const { name } of [bare, ...workers]) {
      const tasks = (spread(rates.get(name) ?? []).median * batchSize) / 1_000;
      const beside = ratio(rates, name, bare.name).median.toFixed(2);
      console.log(`  ${name.padEnd(16)} ${tasks.toFixed(0).padStart(6)} k tasks/s   ${beside} x`);
    }
  }
}

await main();
