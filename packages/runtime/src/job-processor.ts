import { STORAGE_BACKOFF } from "./backoff.js";
import { type CycleDeps, runCycle } from "./cycle.js";
import type { QueueBinding } from "./handler.js";
import { pause } from "./pause.js";

export interface JobProcessorDeps extends CycleDeps {
  nextQueue(): QueueBinding | undefined;
  /** Resolves when a queue may have tasks, or at the abort. */
  idle(stop: AbortSignal): Promise<void>;
  onHandled(queue: QueueBinding): void;
}

/** `stop` ends the loop after the current batch; `abort` also cancels the batch itself. */
export async function runJobProcessor(
  deps: JobProcessorDeps,
  stop: AbortSignal,
  abort: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    const queue = deps.nextQueue(); // between batches only: a batch never changes queue half-way
    if (queue === undefined) {
      await deps.idle(stop);
      continue;
    }
    const outcome = await runCycle(deps, queue, stop, abort);
    failures = outcome.kind === "failed" ? failures + 1 : 0;
    if (outcome.kind === "handled") deps.onHandled(queue);
    // A dead storage must not spin the loop.
    if (failures > 0) await pause(deps.clock, STORAGE_BACKOFF(failures - 1, deps.random), stop);
  }
}
