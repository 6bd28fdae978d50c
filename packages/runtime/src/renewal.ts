import type { Clock } from "./clock.js";
import type { LeasedBatch } from "./lease.js";

/** Renewed at a third: two renewals may fail before a lease ends. */
const RENEW_AT = 1 / 3;
/** After one that failed, sooner. */
const REPEAT_AT = 1 / 12;

export interface RenewalDeps {
  readonly clock: Clock;
  readonly visibilityTimeoutMs: number;
  /** When the batch was asked for: its leases may be as old as that. */
  readonly takenAt: number;
  onFailure(error: unknown): void;
}

export interface Renewal {
  /** Goes on after a stop, beginning with a renewal at once. */
  start(): void;
  stop(): void;
}

export const noRenewal: Renewal = { start() {}, stop() {} };

/** Renews the leases of a batch until `stop` is called. */
export function startRenewal(batch: LeasedBatch, deps: RenewalDeps): Renewal {
  const { clock, visibilityTimeoutMs, takenAt, onFailure } = deps;
  let stopped = false;
  let cancel = () => {};
  const plan = (share: number, from = clock.now()) => {
    const dueAt = from + visibilityTimeoutMs * share;
    if (!stopped) cancel = clock.setTimer(Math.max(0, dueAt - clock.now()), renew);
  };
  const renew = () => {
    batch.renew(visibilityTimeoutMs).then(
      () => plan(RENEW_AT),
      (error) => {
        onFailure(error);
        plan(REPEAT_AT);
      },
    );
  };
  plan(RENEW_AT, takenAt);
  return {
    start() {
      if (!stopped) return;
      stopped = false;
      renew();
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
