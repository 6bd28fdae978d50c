import type { Verdict } from "./failure.js";
import type { LeasedBatch } from "./lease.js";
import type { TaskId } from "./storage.js";

/** Sends failed tasks where their verdicts say, in at most two calls. */
export async function settleVerdicts(
  batch: LeasedBatch,
  verdicts: readonly { readonly taskId: TaskId; readonly verdict: Verdict }[],
): Promise<void> {
  const retries: Parameters<LeasedBatch["retry"]>[0][number][] = [];
  const burials: { taskId: TaskId; error: string }[] = [];
  for (const { taskId, verdict } of verdicts) {
    const { error } = verdict;
    switch (verdict.kind) {
      case "retry":
        retries.push({ taskId, delayMs: verdict.delayMs, error });
        break;
      case "retryAt":
        retries.push({ taskId, nextStartTime: verdict.nextStartTime, error });
        break;
      case "bury":
        burials.push({ taskId, error });
        break;
      default:
        verdict satisfies never;
    }
  }
  await Promise.all([batch.retry(retries), batch.bury(burials)]);
}
