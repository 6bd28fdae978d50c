import type { QueueBinding } from "../handler.js";
import type { QueueNum, Stats, Task } from "../storage.js";

/**
 * Decides which queue a free processor looks at next. Pure as far as the worker is concerned: what
 * it knows it has been told.
 */
export interface Scheduler {
  /**
   * One of the queues that may have ready tasks; `undefined` lets the processor sleep. They come in the
   * order of their bindings. `last` is the queue that this processor comes from.
   */
  next(candidates: readonly QueueBinding[], now: number, last?: QueueNum): QueueBinding | undefined;
  /** A batch was taken. */
  took?(queueNum: QueueNum, tasks: readonly Task[]): void;
  /** A processor that `next` sent to this queue is through with its batch, or found none. */
  left?(queueNum: QueueNum): void;
  /** Statistics of the storage. A scheduler that has this gets them once a second. */
  observe?(stats: Stats, now: number): void;
}
