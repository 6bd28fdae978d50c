// Generated from contract.yaml by @queue/codegen 1.2.3. Do not edit.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const EMAILS_QUEUE = 1;

/** Outgoing mail */
export interface EmailsPayload {
  readonly to: string;
  readonly subject: string;
  readonly body: Uint8Array;
  readonly userId: bigint;
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
  const w = wire.startArray(EMAILS_WIRE, payload, 4);
  wire.writeString(w, payload.to, "to");
  wire.writeString(w, payload.subject, "subject");
  wire.writeBytes(w, payload.body, "body");
  wire.writeInt64(w, payload.userId, "user_id");
  return wire.finishWriting(w);
}

export function deserializeEmailsTask(data: Uint8Array): EmailsPayload {
  const r = wire.startReadingArray(EMAILS_WIRE, data);
  const payload: EmailsPayload = {
    to: wire.readString(r, "to"),
    subject: wire.readString(r, "subject"),
    body: wire.readBytes(r, "body"),
    userId: wire.readInt64(r, "user_id"),
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
    policy,
  );
}
