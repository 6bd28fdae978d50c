// Generated from contract.yaml by @queue/codegen 1.2.3. Do not edit.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const RECORD_QUEUE = 1;

/** What the benchmark writes and reads. */
export interface RecordPayload {
  readonly to: string;
  readonly subject: string;
  readonly body: Uint8Array;
  readonly userId: bigint;
  readonly orderId: bigint;
  readonly createdAt: bigint;
  readonly balance: bigint;
  readonly urgent: boolean;
}

/** RecordPayload as a producer gives it: fields that have a default may be left out. */
export type RecordInput = RecordPayload;

/** A task of the queue record, as its handler gets it. */
export interface RecordTask extends RecordPayload, runtime.HandledTask {}

/** Handles the tasks of the queue record, batch by batch. */
export interface RecordHandler {
  handleRecord(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly RecordTask[],
  ): Promise<runtime.HandlerStats>;
}

const RECORD_WIRE: wire.WireQueue = { queueNum: RECORD_QUEUE, name: "record" };

export function serializeRecordTask(payload: RecordInput): Uint8Array {
  const w = wire.startArray(RECORD_WIRE, payload, 8);
  wire.writeString(w, payload.to, "to");
  wire.writeString(w, payload.subject, "subject");
  wire.writeBytes(w, payload.body, "body");
  wire.writeInt64(w, payload.userId, "user_id");
  wire.writeInt64(w, payload.orderId, "order_id");
  wire.writeInt64(w, payload.createdAt, "created_at");
  wire.writeInt64(w, payload.balance, "balance");
  wire.writeBool(w, payload.urgent, "urgent");
  return wire.finishWriting(w);
}

export function deserializeRecordTask(data: Uint8Array): RecordPayload {
  const r = wire.startReadingArray(RECORD_WIRE, data);
  const payload: RecordPayload = {
    to: wire.readString(r, "to"),
    subject: wire.readString(r, "subject"),
    body: wire.readBytes(r, "body"),
    userId: wire.readInt64(r, "user_id"),
    orderId: wire.readInt64(r, "order_id"),
    createdAt: wire.readInt64(r, "created_at"),
    balance: wire.readInt64(r, "balance"),
    urgent: wire.readBool(r, "urgent"),
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function recordRequest(
  payload: RecordInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest({ queueNum: RECORD_QUEUE }, serializeRecordTask(payload), options);
}

export async function putRecord(
  storage: Pick<runtime.Storage, "putTask">,
  payload: RecordInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, recordRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putRecordMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly RecordInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => recordRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function recordQueue(
  handler: RecordHandler | runtime.BatchHandler<RecordTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: RECORD_QUEUE, name: "record", decode: deserializeRecordTask },
    wire.batchHandler(handler, "handleRecord"),
    policy,
  );
}
