import type { QueueNum } from "../storage.js";
import { roundRobin } from "./round-robin.js";
import type { Scheduler } from "./scheduler.js";

const DEFAULT_TARGET_DELAY_MS = 10_000;

/**
 * The queue whose oldest ready task has waited longest, measured by its target delay and times its
 * weight. Waiting grows for ever, so even the lightest queue has its turn. Equals go round robin.
 */
export function lag(): Scheduler {
  const oldestReadyAt = new Map<QueueNum, number>();
  const amongEquals = roundRobin();
  let observedAt: number | undefined;
  return {
    next(candidates, now) {
      let best: typeof candidates = [];
      let largest = Number.NEGATIVE_INFINITY;
      for (const queue of candidates) {
        const { weight = 1, targetDelayMs = DEFAULT_TARGET_DELAY_MS } = queue.policy;
        // A queue that had nothing ready in the last statistics cannot have waited for longer.
        const since = oldestReadyAt.get(queue.queueNum) ?? observedAt ?? now;
        const score = (weight * Math.max(0, now - since)) / targetDelayMs;
        if (score > largest) best = [];
        if (score >= largest) best = [...best, queue];
        largest = Math.max(largest, score);
      }
      return amongEquals.next(best, now);
    },
    took(queueNum, tasks) {
      // Until the next statistics the last task taken is the best guess at what is now the oldest.
      const last = tasks.at(-1)?.startTime.getTime();
      const known = oldestReadyAt.get(queueNum);
      if (last !== undefined && (known === undefined || last > known))
        oldestReadyAt.set(queueNum, last);
    },
    observe(stats, now) {
      observedAt = now;
      oldestReadyAt.clear();
      for (const [queueNum, stat] of stats.queueStats)
        if (stat.oldestReadyAt !== null) oldestReadyAt.set(queueNum, stat.oldestReadyAt.getTime());
    },
  };
}
