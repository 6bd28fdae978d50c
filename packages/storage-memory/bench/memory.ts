import { createMemoryStorage } from "@queue/storage-memory";
import { fill, payload, plain } from "./workload.js";

/** How much memory `count` ready tasks take, each with its payload. Needs `--expose-gc`. */
export async function bytesPerTask(count: number): Promise<string> {
  if (globalThis.gc === undefined) return "memory: not measured without --expose-gc";
  const before = used();
  const storage = createMemoryStorage();
  await fill(storage, count, plain);
  const bytes = (used() - before) / count;
  await storage.close();
  return `${count} ready tasks of ${payload.byteLength} bytes: ${bytes.toFixed(0)} bytes each, payload included`;
}

function used(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
