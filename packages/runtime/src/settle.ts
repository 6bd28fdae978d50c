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
  /** Any of them aborted, the call is repeated no more. */
  readonly signals: readonly (AbortSignal | undefined)[];
  onFailure(error: unknown): void;
}

/**
 * Settles through an outage: a call that failed is repeated while its leases live. If an earlier
 * attempt may have taken effect, `lost` of a lease that still lives can only mean that it has, and
 * counts as settled; one that may have timed out meanwhile stays lost. Rejects with the last error
 * when no lease is left.
 */
export async function settleThrough<L extends Lease>(
  leases: readonly L[],
  call: (leases: readonly L[]) => Promise<SettleResult>,
  options: SettleOptions<L>,
): Promise<SettleResult> {
  const { clock, random, aliveUntil, signals } = options;
  let left = leases;
  let mayHaveHappened = false;
  const over: TaskId[] = [];
  for (let failures = 0; ; failures++) {
    try {
      const { settled, lost } = await call(left);
      if (!mayHaveHappened) return { settled, lost: [...over, ...lost] };
      const lives = (lease: L) => aliveUntil(lease) > clock.now();
      const timedOut = new Set(left.filter((lease) => !lives(lease)).map(({ taskId }) => taskId));
      const unknown = lost.filter((taskId) => timedOut.has(taskId));
      return { settled: settled + lost.length - unknown.length, lost: [...over, ...unknown] };
    } catch (error) {
      const failure = failureOf(error);
      options.onFailure(error);
      if (failure === "final") throw error;
      mayHaveHappened ||= failure === "unknown";
      await pause(clock, STORAGE_BACKOFF(failures, random), ...signals);
      for (const signal of signals) signal?.throwIfAborted();
      const alive = left.filter((lease) => aliveUntil(lease) > clock.now());
      if (alive.length === 0) throw error;
      for (const lease of left) if (!alive.includes(lease)) over.push(lease.taskId);
      left = alive;
    }
  }
}
