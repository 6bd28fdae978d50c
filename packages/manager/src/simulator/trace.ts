import { exponentialSample, seededRandom } from "./random.js";
import type { Workload } from "./workloads.js";

/** Everything that chance decides, before any policy has its say: all of them face the same tasks. */
export interface Trace {
  /** When each task becomes ready, ascending; milliseconds from the start. */
  readonly at: Float64Array;
  /** Which queue it belongs to, by its place in the workload. */
  readonly queue: Uint16Array;
  /** How long it keeps a processor busy. */
  readonly busyMs: Float64Array;
}

export function traceOf(workload: Workload, seed: number): Trace {
  const tasks = workload.queues.flatMap((queue, index) => {
    // A chance of its own for each queue: another queue more or less changes nothing for it.
    const random = seededRandom(seed * 65_537 + index);
    const { peakPerSecond, perSecond, busyMs } = queue;
    const found: { at: number; index: number; busyMs: number }[] = [];
    let at = 0;
    for (;;) {
      at += exponentialSample(random, 1_000 / peakPerSecond);
      if (at >= workload.durationMs) return found;
      // Thinning: candidates come at the peak rate and are kept in proportion to the rate of now.
      if (random() * peakPerSecond < perSecond(at))
        found.push({ at, index, busyMs: exponentialSample(random, busyMs) });
    }
  });
  tasks.sort((a, b) => a.at - b.at);
  return {
    at: Float64Array.from(tasks, (task) => task.at),
    queue: Uint16Array.from(tasks, (task) => task.index),
    busyMs: Float64Array.from(tasks, (task) => task.busyMs),
  };
}
