import type { QueueBinding } from "../handler.js";
import type { QueueNum, Stats, Task } from "../storage.js";

/**
 * Decides which queue a free processor looks at next. Pure as far as the worker is concerned: what
 * it knows it has been told.
 */
export interface Scheduler {
  /** One of the queues that may have ready tasks. They come in the order of their bindings. */
  next(candidates: readonly QueueBinding[], now: number): QueueBinding | undefined;
  /** A batch was taken. */
  took?(queueNum: QueueNum, tasks: readonly Task[]): void;
  /** Statistics of the storage. A scheduler that has this gets them once a second. */
  observe?(stats: Stats, now: number): void;
}
