import type { PutTaskRequest, Storage, TaskId } from "@queue/runtime";
import { decodeJson, encodeJson, fieldsOf } from "./json-payload.js";

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

const queueNum = 1;

export const emails = {
  queueNum,
  name: "emails",
  decode: (data: Uint8Array): Email => checkEmail(decodeJson(queueNum, data)),
} as const;

/** An email, or a `DECODE` error with the field that is wrong. Fields it does not know are dropped. */
export function checkEmail(value: unknown): Email {
  const fields = fieldsOf(queueNum, value);
  return { to: fields.text("to"), subject: fields.text("subject"), body: fields.text("body") };
}

/** For `putTasks`, which takes many at once. */
export function emailTask(email: Email): PutTaskRequest {
  return { queueNum, data: encodeJson(email) };
}

export function putEmail(storage: Pick<Storage, "putTask">, email: Email): Promise<TaskId> {
  return storage.putTask(emailTask(email));
}
