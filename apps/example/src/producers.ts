import type { Storage, TaskId } from "@queue/runtime";
import { checkEmail, putEmail } from "./queues/emails.js";
import { checkNotification, putNotification } from "./queues/notifications.js";

/** What may be put by HTTP, by path. */
export function producersOf(
  storage: Pick<Storage, "putTask">,
): ReadonlyMap<string, (body: unknown) => Promise<TaskId>> {
  return new Map([
    ["/emails", async (body: unknown) => putEmail(storage, checkEmail(body))],
    ["/notifications", async (body: unknown) => putNotification(storage, checkNotification(body))],
  ]);
}
