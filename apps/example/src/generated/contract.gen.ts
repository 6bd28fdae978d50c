// Generated from contract.yaml by @queue/codegen 0.0.0. Do not edit.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const EMAILS_QUEUE = 1;

/** Outgoing mail. */
export interface EmailsPayload {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** EmailsPayload as a producer gives it: fields that have a default may be left out. */
export type EmailsInput = EmailsPayload;

/** A task of the queue emails, as its handler gets it. */
export interface EmailsTask extends EmailsPayload, runtime.HandledTask {}

/** Handles the tasks of the queue emails, batch by batch. */
export interface EmailsHandler {
  handleEmails(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly EmailsTask[],
  ): Promise<runtime.HandlerStats>;
}

const EMAILS_WIRE: wire.WireQueue = { queueNum: EMAILS_QUEUE, name: "emails" };

export function serializeEmailsTask(payload: EmailsInput): Uint8Array {
  const w = wire.startArray(EMAILS_WIRE, payload, 3);
  wire.writeString(w, payload.to, "to");
  wire.writeString(w, payload.subject, "subject");
  wire.writeString(w, payload.body, "body");
  return wire.finishWriting(w);
}

export function deserializeEmailsTask(data: Uint8Array): EmailsPayload {
  const r = wire.startReadingArray(EMAILS_WIRE, data);
  const payload: EmailsPayload = {
    to: wire.readString(r, "to"),
    subject: wire.readString(r, "subject"),
    body: wire.readString(r, "body"),
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function emailsRequest(
  payload: EmailsInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest({ queueNum: EMAILS_QUEUE }, serializeEmailsTask(payload), options);
}

export async function putEmails(
  storage: Pick<runtime.Storage, "putTask">,
  payload: EmailsInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, emailsRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putEmailsMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly EmailsInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => emailsRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function emailsQueue(
  handler: EmailsHandler | runtime.BatchHandler<EmailsTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: EMAILS_QUEUE, name: "emails", decode: deserializeEmailsTask },
    wire.batchHandler(handler, "handleEmails"),
    { batchSize: 50, ...policy },
  );
}

export const NOTIFICATIONS_QUEUE = 2;

/** Short texts to the devices of users. */
export interface NotificationsPayload {
  readonly device: string;
  readonly text: string;
}

/** NotificationsPayload as a producer gives it: fields that have a default may be left out. */
export type NotificationsInput = NotificationsPayload;

/** A task of the queue notifications, as its handler gets it. */
export interface NotificationsTask extends NotificationsPayload, runtime.HandledTask {}

/** Handles the tasks of the queue notifications, batch by batch. */
export interface NotificationsHandler {
  handleNotifications(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly NotificationsTask[],
  ): Promise<runtime.HandlerStats>;
}

const NOTIFICATIONS_WIRE: wire.WireQueue = { queueNum: NOTIFICATIONS_QUEUE, name: "notifications" };

export function serializeNotificationsTask(payload: NotificationsInput): Uint8Array {
  const w = wire.startArray(NOTIFICATIONS_WIRE, payload, 2);
  wire.writeString(w, payload.device, "device");
  wire.writeString(w, payload.text, "text");
  return wire.finishWriting(w);
}

export function deserializeNotificationsTask(data: Uint8Array): NotificationsPayload {
  const r = wire.startReadingArray(NOTIFICATIONS_WIRE, data);
  const payload: NotificationsPayload = {
    device: wire.readString(r, "device"),
    text: wire.readString(r, "text"),
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function notificationsRequest(
  payload: NotificationsInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest(
    { queueNum: NOTIFICATIONS_QUEUE },
    serializeNotificationsTask(payload),
    options,
  );
}

export async function putNotifications(
  storage: Pick<runtime.Storage, "putTask">,
  payload: NotificationsInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, notificationsRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putNotificationsMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly NotificationsInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => notificationsRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function notificationsQueue(
  handler: NotificationsHandler | runtime.BatchHandler<NotificationsTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: NOTIFICATIONS_QUEUE, name: "notifications", decode: deserializeNotificationsTask },
    wire.batchHandler(handler, "handleNotifications"),
    {
      batchSize: 20,
      maxAttempts: 10,
      backoff: runtime.exponential({ minMs: 100, maxMs: 60000, jitter: 0.2 }),
      ...policy,
    },
  );
}
