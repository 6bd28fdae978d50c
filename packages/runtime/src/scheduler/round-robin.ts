import type { QueueNum } from "../storage.js";
import type { Scheduler } from "./scheduler.js";

/**
 * Every queue gets its turn. One turn for all processors together: were each to keep its own, equal
 * numbers of queues and processors would pin them to each other.
 */
export function roundRobin(): Scheduler {
  /** When each queue had its last turn; the one that waits longest is next. */
  const turns = new Map<QueueNum, number>();
  let turn = 0;
  return {
    next(candidates) {
      let longest = candidates[0];
      for (const queue of candidates) {
        if (longest === undefined) break;
        if ((turns.get(queue.queueNum) ?? 0) < (turns.get(longest.queueNum) ?? 0)) longest = queue;
      }
      if (longest !== undefined) turns.set(longest.queueNum, ++turn);
      return longest;
    },
  };
}
