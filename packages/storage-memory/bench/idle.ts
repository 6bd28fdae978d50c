import { bindQueue, type FullStorage, perTask, Worker } from "@queue/runtime";
import { createMemoryStorage } from "../dist/index.js";

const SECONDS = 20;
const MOST_CPU_PERCENT = 1;
/** The sweep once a second, and the long poll every 30. */
const MOST_CALLS_A_SECOND = 1.2;

/** The same storage, whose calls are counted. */
function counted(storage: FullStorage): { storage: FullStorage; calls(): number } {
  let calls = 0;
  const proxy = new Proxy(storage, {
    get(target, name: keyof FullStorage) {
      calls++;
      return target[name];
    },
  });
  return { storage: proxy, calls: () => calls };
}

/** What a worker costs that has nothing to do: CPU time of this process, and calls to its storage. */
async function main(): Promise<number> {
  const { storage, calls } = counted(createMemoryStorage());
  const queues = Array.from({ length: 20 }, (_, i) =>
    bindQueue(
      { queueNum: i + 1, name: `queue-${i + 1}`, decode: () => ({}) },
      perTask(async () => {}),
    ),
  );
  const worker = new Worker({ service: "idle", name: "main", storage, queues, maxProcessors: 8 });
  const run = worker.run();
  await worker.untilIdle();
  console.error(`20 queues, 8 processors, nothing to do for ${SECONDS} s ...`);
  const callsBefore = calls();
  const cpuBefore = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000));
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuPercent = (user + system) / (SECONDS * 10_000);
  const callsASecond = (calls() - callsBefore) / SECONDS;
  await worker.gracefulStop();
  await run;
  console.log(`CPU    ${cpuPercent.toFixed(3)} % of a core (at most ${MOST_CPU_PERCENT} %)`);
  console.log(`calls  ${callsASecond.toFixed(2)} a second (at most ${MOST_CALLS_A_SECOND})`);
  return cpuPercent < MOST_CPU_PERCENT && callsASecond <= MOST_CALLS_A_SECOND ? 0 : 1;
}

process.exitCode = await main();
