import { QueueError } from "./errors.js";

/**
 * How long to wait before the next try, in milliseconds. `failures` counts those before it: 0 after
 * the first. Chance comes from outside, so that a test can hold it still.
 */
export type Backoff = (failures: number, random: () => number) => number;

export interface ExponentialOptions {
  /** The first wait. */
  readonly minMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
  /** The share of a wait that chance may add or take, 0 to 1: a fleet must not return in step. */
  readonly jitter?: number;
}

/** Each wait twice the one before, up to `maxMs`. Never overflows, whatever the count. */
export function exponential({ minMs, maxMs, jitter = 0 }: ExponentialOptions): Backoff {
  if (!(minMs >= 0 && maxMs >= minMs && maxMs < Number.POSITIVE_INFINITY))
    throw new QueueError(
      "INVALID_ARGUMENT",
      `exponential() needs 0 <= minMs <= maxMs, not minMs ${minMs} and maxMs ${maxMs}`,
    );
  if (!(jitter >= 0 && jitter <= 1))
    throw new QueueError("INVALID_ARGUMENT", `jitter must be from 0 to 1, not ${jitter}`);
  return (failures, random) => {
    // 2 ** 1024 is Infinity, and Infinity x 0 is NaN: 60 doublings of a millisecond are enough.
    const base = Math.min(maxMs, minMs * 2 ** Math.min(Math.max(failures, 0), 60));
    return Math.min(maxMs, Math.round(base * (1 + jitter * (2 * random() - 1))));
  };
}

/** For failed tasks: from a second to an hour. */
export const TASK_BACKOFF: Backoff = exponential({ minMs: 1_000, maxMs: 3_600_000, jitter: 0.2 });

/** For calls to a storage that is out of reach. */
export const STORAGE_BACKOFF: Backoff = exponential({ minMs: 100, maxMs: 5_000, jitter: 0.5 });
