import type { Clock } from "./clock.js";
import type { QueueBinding } from "./handler.js";
import { pause } from "./pause.js";
import type { Readiness } from "./readiness.js";
import type { Scheduler } from "./scheduler/scheduler.js";
import type { QueueNum, Task } from "./storage.js";
import type { StorageContact } from "./storage-contact.js";

/** A queue to look at. */
export interface Turn {
  readonly queue: QueueBinding;
  /** What was known of the queue when it was chosen: an answer of "empty" is no newer than that. */
  readonly stamp: number;
}

/** Who decides what a processor looks at next, and hears what it found. */
export interface Turns {
  /**
   * The next queue to look at, for a processor that comes from `last`. One that failed is not among them
   * until it has had its rest.
   */
  next(last: QueueNum | undefined): Turn | undefined;
  /** Resolves when a queue may have tasks, or at the abort. */
  idle(stop: AbortSignal): Promise<void>;
  /** The batch has arrived: what the answer says of the queue is known before it is handled. */
  onTaken(turn: Turn, tasks: readonly Task[], asked: number): void;
  /** The queue did not give a batch: it needs a rest. */
  onTakeFailed(turn: Turn, error: unknown): void;
  /** Through with a queue that `next` gave, whatever came of it. */
  onLeft(turn: Turn): void;
  onHandled(turn: Turn): void;
  /** The loop has ended: what it leaves to look at is somebody else's now. */
  onRetired(): void;
}

export interface TurnsDeps {
  readonly readiness: Readiness;
  readonly scheduler: Scheduler;
  readonly contact: StorageContact;
  readonly clock: Clock;
  readonly stop: AbortSignal;
}

/** All processors of a worker share their turns. */
export function createTurns({ readiness, scheduler, contact, clock, stop }: TurnsDeps): Turns {
  return {
    next(last) {
      const { candidates, sleepers } = readiness;
      const queue = scheduler.next(candidates, clock.now(), last);
      if (queue === undefined) return undefined;
      // Another queue waits and a processor sleeps: this one may be busy for long.
      if (sleepers > 0 && candidates.length > 1) readiness.wake(1);
      return { queue, stamp: readiness.stamp(queue.queueNum) };
    },
    idle: (signal) => readiness.sleep(signal),
    onTaken({ queue: { queueNum }, stamp }, tasks, asked) {
      contact.took(queueNum, tasks.length);
      scheduler.took?.(queueNum, tasks);
      if (tasks.length < asked) readiness.foundEmpty(queueNum, stamp);
      else readiness.wake(1);
    },
    // A dead storage must not spin the loop, and one sick queue must not slow the others.
    onTakeFailed({ queue: { queueNum } }, error) {
      const restMs = contact.takeFailed(queueNum, error);
      void pause(clock, restMs, stop).then(readiness.setAside(queueNum));
    },
    onLeft: ({ queue }) => scheduler.left?.(queue.queueNum),
    // Time has passed since the batch was taken: its queue may have tasks again.
    onHandled: ({ queue }) => readiness.mayHaveTasks([queue.queueNum]),
    onRetired: () => readiness.wake(1),
  };
}
