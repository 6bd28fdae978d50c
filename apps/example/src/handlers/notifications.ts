import { Bury, bindQueue, exponential, perTask, type QueueBinding } from "@queue/runtime";
import { type Delivery, UnknownDevice } from "../delivery.js";
import { notifications } from "../queues/notifications.js";

/** The form for most handlers: one task at a time, and what it throws decides what comes next. */
export function bindNotifications(delivery: Delivery): QueueBinding {
  return bindQueue(
    notifications,
    perTask(
      async (task, ctx) => {
        try {
          await delivery.push(task, ctx.signal);
        } catch (error) {
          // To the dead letters: no number of tries makes the device exist.
          if (error instanceof UnknownDevice) throw new Bury(error.message, { cause: error });
          throw error;
        }
      },
      {
        concurrency: 10,
        backoff: exponential({ minMs: 100, maxMs: 60_000, jitter: 0.2 }),
        maxAttempts: 10,
      },
    ),
    { batchSize: 20 },
  );
}
