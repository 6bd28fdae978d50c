import type { BatchMiddleware } from "@queue/runtime";

/** How long tasks waited from their put to the first call of their handler. */
export interface WaitingTimes {
  /** Goes around the handlers, where tasks are still seen as they were stored. */
  readonly middleware: BatchMiddleware;
  /** The wait that this share of the tasks did not exceed; 1 is the longest. */
  quantileMs(share: number): number;
}

/** Keeps every wait: for a load that ends. A service reads `queue_task_wait_seconds` instead. */
export function recordWaitingTimes(): WaitingTimes {
  const waits: number[] = [];
  return {
    middleware: (batch, next) => {
      const now = batch.ctx.clock.now();
      for (const { attempts, createdAt } of batch.stored)
        if (attempts === 0) waits.push(now - createdAt.getTime());
      return next();
    },
    quantileMs(share) {
      const sorted = waits.toSorted((a, b) => a - b);
      return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
    },
  };
}
