import { type BatchHandler, Bury, perTask } from "@queue/runtime";
import { type Delivery, UnknownDevice } from "../delivery.js";
import type { NotificationsTask } from "../generated/contract.gen.js";

/** The form for most handlers: one task at a time, and what it throws decides what comes next. */
export function createNotificationsHandler(delivery: Delivery): BatchHandler<NotificationsTask> {
  return perTask(
    async (task, ctx) => {
      try {
        await delivery.push(task, ctx.signal);
      } catch (error) {
        // To the dead letters: no number of tries makes the device exist.
        if (error instanceof UnknownDevice) throw new Bury(error.message, { cause: error });
        throw error;
      }
    },
    { concurrency: 10 },
  );
}
