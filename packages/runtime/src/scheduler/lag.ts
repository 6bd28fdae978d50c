import type { QueueBinding } from "../handler.js";
import { QueueAges } from "./queue-ages.js";
import { roundRobin } from "./round-robin.js";
import type { Scheduler } from "./scheduler.js";

const DEFAULT_TARGET_DELAY_MS = 10_000;

export function weightAndTarget({ policy }: QueueBinding) {
  const { weight = 1, targetDelayMs = DEFAULT_TARGET_DELAY_MS } = policy;
  return { weight, targetDelayMs };
}

/** How much a millisecond of waiting counts: the queue's weight over its target delay. */
export function urgencyOf(queue: QueueBinding): number {
  const { weight, targetDelayMs } = weightAndTarget(queue);
  return weight / targetDelayMs;
}

/**
 * The queue whose oldest ready task has waited longest, measured by its target delay and times its
 * weight. Waiting grows for ever, so even the lightest queue has its turn. Equals go round robin.
 */
export function lag(): Scheduler {
  const ages = new QueueAges();
  const furthest = furthestBehind((queue, now) => urgencyOf(queue) * ages.of(queue.queueNum, now));
  return {
    next: furthest,
    took: (queueNum, tasks) => ages.took(queueNum, tasks),
    observe: (stats, now) => ages.observe(stats, now),
  };
}

/** The queue with the largest score; equals go round robin. */
export function furthestBehind(
  score: (queue: QueueBinding, now: number) => number,
): Scheduler["next"] {
  const amongEquals = roundRobin();
  return (candidates, now) => {
    let best: QueueBinding[] = [];
    let largest = Number.NEGATIVE_INFINITY;
    for (const queue of candidates) {
      const behind = score(queue, now);
      if (behind < largest) continue;
      if (behind > largest) best = [];
      best.push(queue);
      largest = behind;
    }
    return amongEquals.next(best, now);
  };
}
