import { STORAGE_BACKOFF } from "./backoff.js";
import type { Clock } from "./clock.js";
import { pause } from "./pause.js";
import type { Lease, SettleResult, TaskId } from "./storage.js";
import { failureOf } from "./storage-calls.js";

export interface SettleOptions<L> {
  readonly clock: Clock;
  readonly random: () => number;
  /** Until when a lease is certainly alive, by our clock. It may be renewed meanwhile. */
  aliveUntil(lease: L): number;
  /** Aborted, the call is repeated no more. */
  readonly signal: AbortSignal;
  onFailure(error: unknown): void;
}

/**
 * Settles through an outage: a call that failed is repeated while its leases live. If an earlier
 * attempt may have taken effect, `lost` says no more than that the task is no longer ours, which is
 * what was wanted: it counts as settled. Rejects with the last error when no lease is left.
 */
export async function settleThrough<L extends Lease>(
  leases: readonly L[],
  call: (leases: readonly L[]) => Promise<SettleResult>,
  options: SettleOptions<L>,
): Promise<SettleResult> {
  const { clock, random, aliveUntil, signal } = options;
  let left = leases;
  let mayHaveHappened = false;
  const over: TaskId[] = [];
  for (let failures = 0; ; failures++) {
    try {
      const { settled, lost } = await call(left);
      return mayHaveHappened
        ? { settled: settled + lost.length, lost: over }
        : { settled, lost: [...over, ...lost] };
    } catch (error) {
      const failure = failureOf(error);
      options.onFailure(error);
      if (failure === "final") throw error;
      mayHaveHappened ||= failure === "unknown";
      await pause(clock, STORAGE_BACKOFF(failures, random), signal);
      signal.throwIfAborted();
      const alive = left.filter((lease) => aliveUntil(lease) > clock.now());
      if (alive.length === 0) throw error;
      for (const lease of left) if (!alive.includes(lease)) over.push(lease.taskId);
      left = alive;
    }
  }
}
