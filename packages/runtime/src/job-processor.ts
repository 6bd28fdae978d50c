import { type CycleDeps, runCycle } from "./cycle.js";
import type { QueueBinding } from "./handler.js";

export interface JobProcessorDeps extends CycleDeps {
  /** The next queue to look at. One that failed is not among them until it has had its rest. */
  nextQueue(): QueueBinding | undefined;
  /** Resolves when a queue may have tasks, or at the abort. */
  idle(stop: AbortSignal): Promise<void>;
  onHandled(queue: QueueBinding): void;
  /** The loop has ended: what it leaves to look at is somebody else's now. */
  onRetired(): void;
}

/** `stop` ends the loop after the current batch; `abort` also cancels the batch itself. */
export async function runJobProcessor(
  deps: JobProcessorDeps,
  stop: AbortSignal,
  abort: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const queue = deps.nextQueue(); // between batches only: a batch never changes queue half-way
    if (queue === undefined) {
      await deps.idle(stop);
      continue;
    }
    const outcome = await runCycle(deps, queue, stop, abort);
    if (outcome.kind === "handled") deps.onHandled(queue);
  }
  deps.onRetired();
}
