// Generated from contract.yaml by @queue/codegen 1.2.3. Do not edit.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const EMAILS_QUEUE = 1;

/** What a task of the queue emails says. */
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
  const w = wire.startGo(EMAILS_WIRE, payload);
  wire.writeGoString(w, payload.to, "to");
  wire.writeGoString(w, payload.subject, "subject");
  wire.writeGoBytes(w, payload.body, "body");
  wire.writeGoInt64(w, payload.userId, "user_id");
  return wire.finishWriting(w);
}

export function deserializeEmailsTask(data: Uint8Array): EmailsPayload {
  const r = wire.startReadingGo(EMAILS_WIRE, data);
  const payload: EmailsPayload = {
    to: wire.readGoString(r, "to"),
    subject: wire.readGoString(r, "subject"),
    body: wire.readGoBytes(r, "body"),
    userId: wire.readGoInt64(r, "user_id"),
  };
  wire.finishReadingGo(r);
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

export const SEVEN_TYPES_QUEUE = 2;

/** What a task of the queue seven_types says. */
export interface SevenTypesPayload {
  readonly int: number;
  readonly int64: bigint;
  readonly string: string;
  readonly bool: boolean;
  readonly bytes: Uint8Array;
  readonly ints: number[];
  readonly int64s: bigint[];
}

/** SevenTypesPayload as a producer gives it: fields that have a default may be left out. */
export type SevenTypesInput = SevenTypesPayload;

/** A task of the queue seven_types, as its handler gets it. */
export interface SevenTypesTask extends SevenTypesPayload, runtime.HandledTask {}

/** Handles the tasks of the queue seven_types, batch by batch. */
export interface SevenTypesHandler {
  handleSevenTypes(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly SevenTypesTask[],
  ): Promise<runtime.HandlerStats>;
}

const SEVEN_TYPES_WIRE: wire.WireQueue = { queueNum: SEVEN_TYPES_QUEUE, name: "seven_types" };

export function serializeSevenTypesTask(payload: SevenTypesInput): Uint8Array {
  const w = wire.startGo(SEVEN_TYPES_WIRE, payload);
  wire.writeGoInt(w, payload.int, "int");
  wire.writeGoInt64(w, payload.int64, "int64");
  wire.writeGoString(w, payload.string, "string");
  wire.writeGoBool(w, payload.bool, "bool");
  wire.writeGoBytes(w, payload.bytes, "bytes");
  wire.writeGoInts(w, payload.ints, "ints");
  wire.writeGoInt64s(w, payload.int64s, "int64s");
  return wire.finishWriting(w);
}

export function deserializeSevenTypesTask(data: Uint8Array): SevenTypesPayload {
  const r = wire.startReadingGo(SEVEN_TYPES_WIRE, data);
  const payload: SevenTypesPayload = {
    int: wire.readGoInt(r, "int"),
    int64: wire.readGoInt64(r, "int64"),
    string: wire.readGoString(r, "string"),
    bool: wire.readGoBool(r, "bool"),
    bytes: wire.readGoBytes(r, "bytes"),
    ints: wire.readGoInts(r, "ints"),
    int64s: wire.readGoInt64s(r, "int64s"),
  };
  wire.finishReadingGo(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function sevenTypesRequest(
  payload: SevenTypesInput,
  options?: wire.KeyedPutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest(
    { queueNum: SEVEN_TYPES_QUEUE },
    serializeSevenTypesTask(payload),
    options,
    wire.keyOf(payload.string),
  );
}

export async function putSevenTypes(
  storage: Pick<runtime.Storage, "putTask">,
  payload: SevenTypesInput,
  options?: wire.KeyedPutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, sevenTypesRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putSevenTypesMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly SevenTypesInput[],
  options?: wire.KeyedPutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => sevenTypesRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function sevenTypesQueue(
  handler: SevenTypesHandler | runtime.BatchHandler<SevenTypesTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: SEVEN_TYPES_QUEUE, name: "seven_types", decode: deserializeSevenTypesTask },
    wire.batchHandler(handler, "handleSevenTypes"),
    policy,
  );
}
