import type { PutTaskRequest, Storage, TaskId } from "@queue/runtime";
import { decodeJson, encodeJson, fieldsOf } from "./json-payload.js";

export interface Notification {
  readonly device: string;
  readonly text: string;
}

const queueNum = 2;

export const notifications = {
  queueNum,
  name: "notifications",
  decode: (data: Uint8Array): Notification => checkNotification(decodeJson(queueNum, data)),
} as const;

/** A notification, or a `DECODE` error with the field that is wrong. */
export function checkNotification(value: unknown): Notification {
  const fields = fieldsOf(queueNum, value);
  return { device: fields.text("device"), text: fields.text("text") };
}

/** For `putTasks`, which takes many at once. */
export function notificationTask(notification: Notification): PutTaskRequest {
  return { queueNum, data: encodeJson(notification) };
}

export function putNotification(
  storage: Pick<Storage, "putTask">,
  notification: Notification,
): Promise<TaskId> {
  return storage.putTask(notificationTask(notification));
}
