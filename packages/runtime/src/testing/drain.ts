import type { Worker } from "../worker.js";

/**
 * Runs the worker, if it does not run already, until nothing ready is left and no handler runs:
 * what a test does instead of waiting. Delayed tasks stay; move the clock and drain again. The
 * worker keeps running until it is stopped.
 */
export async function drain(worker: Worker): Promise<void> {
  worker.run().catch(() => {}); // what it rejects with, untilIdle does as well
  await worker.untilIdle();
}
