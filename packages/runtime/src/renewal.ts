import type { Clock } from "./clock.js";
import type { LeasedBatch } from "./lease.js";

/** Renewed at a third: two renewals may fail before a lease ends. */
const RENEW_AT = 1 / 3;
/** After one that failed, sooner. */
const REPEAT_AT = 1 / 12;

/** Renews the leases of a batch until `stop` is called. */
export function startRenewal(
  batch: LeasedBatch,
  clock: Clock,
  visibilityTimeoutMs: number,
  onFailure: (error: unknown) => void,
): { start(): void; stop(): void } {
  let stopped = false;
  let cancel = () => {};
  const plan = (share: number) => {
    if (!stopped) cancel = clock.setTimer(visibilityTimeoutMs * share, renew);
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
  plan(RENEW_AT);
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
