import type { Contender } from "../contender.js";
import { throughput } from "./throughput.js";

/** MiB of heap in use, and of the whole process, after each chunk of tasks. */
export interface MemorySample {
  readonly tasks: number;
  readonly heapMb: number;
  readonly processMb: number;
}

const CHUNK = 100_000;

/** Sends tasks through a worker and looks at its memory on the way. */
export async function memory(
  contender: Contender,
  serverPid: number,
  { tasks }: { readonly tasks: number },
): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  const chunk = Math.min(tasks, CHUNK);
  for (let done = chunk; done <= tasks; done += chunk) {
    const work = { count: chunk, putBatch: 100, inFlight: 8, batch: 100, handlerMs: 0 };
    await throughput(contender, serverPid, work);
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    samples.push({ tasks: done, heapMb: heapUsed / 2 ** 20, processMb: rss / 2 ** 20 });
  }
  return samples;
}
