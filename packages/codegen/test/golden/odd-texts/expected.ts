// Generated from contract.yaml by @queue/codegen 1.2.3. Do not edit.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const P_QUEUE = 1;

/**
 * Ends the comment *\/ export const evil = 1; /*
 * and has a second line
 */
export interface PPayload {
  readonly quoted: string;
  readonly single: string;
  readonly escaped: string;
  readonly longText: string;
  readonly manyBytes: Uint8Array;
  readonly deep: wire.PresentJson;
  readonly huge: number;
  readonly tiny: number;
  readonly zero: number;
  /** Looks like an end: *\/ */
  readonly of: boolean;
  readonly r: number;
  readonly w: number;
  readonly wire: number;
  readonly runtime: number;
  readonly payload: number;
  readonly data?: Uint8Array | undefined;
}

/** PPayload as a producer gives it: fields that have a default may be left out. */
export type PInput = wire.WithDefaults<
  PPayload,
  "quoted" | "single" | "escaped" | "longText" | "manyBytes" | "deep" | "huge" | "tiny" | "zero"
>;

/** A task of the queue p, as its handler gets it. */
export interface PTask extends PPayload, runtime.HandledTask {}

/** Handles the tasks of the queue p, batch by batch. */
export interface PHandler {
  handleP(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly PTask[],
  ): Promise<runtime.HandlerStats>;
}

const P_WIRE: wire.WireQueue = { queueNum: P_QUEUE, name: "p" };

export function serializePTask(payload: PInput): Uint8Array {
  const w = wire.startArray(P_WIRE, payload, 16);
  wire.writeString(w, payload.quoted ?? 'say "hello" to O\'Brien', "quoted");
  wire.writeString(w, payload.single ?? "it's", "single");
  wire.writeString(
    w,
    payload.escaped ?? "tab\t, line\n, bell\u0007, \u2028, \\, $\u007bx}, `y`, 😀",
    "escaped",
  );
  // biome-ignore format: a long default
  wire.writeString(w, payload.longText ?? "a text that is far too long for a line of a hundred characters, and that nobody can break anywhere", "long_text");
  // biome-ignore format: a long default
  wire.writeBytes(w, payload.manyBytes ?? new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]), "many_bytes");
  // biome-ignore format: a long default
  wire.writePresentJson(w, payload.deep ?? { "1": -0.25, constructor: true, "key with spaces": [{ a: [[[1, 2, 3]]], "b-c": "😀 and a text that makes the line long" }] }, "deep");
  wire.writeFloat64(w, payload.huge ?? 1e300, "huge");
  wire.writeFloat64(w, payload.tiny ?? 1e-7, "tiny");
  wire.writeFloat64(w, payload.zero ?? -0, "zero");
  wire.writeBool(w, payload.of, "of");
  wire.writeInt(w, payload.r, "r");
  wire.writeInt(w, payload.w, "w");
  wire.writeInt(w, payload.wire, "wire");
  wire.writeInt(w, payload.runtime, "runtime");
  wire.writeInt(w, payload.payload, "payload");
  if (payload.data === undefined) wire.writeNil(w);
  else wire.writeBytes(w, payload.data, "data");
  return wire.finishWriting(w);
}

export function deserializePTask(data: Uint8Array): PPayload {
  const r = wire.startReadingArray(P_WIRE, data);
  const payload: PPayload = {
    quoted: wire.hasValue(r) ? wire.readString(r, "quoted") : 'say "hello" to O\'Brien',
    single: wire.hasValue(r) ? wire.readString(r, "single") : "it's",
    escaped: wire.hasValue(r)
      ? wire.readString(r, "escaped")
      : "tab\t, line\n, bell\u0007, \u2028, \\, $\u007bx}, `y`, 😀",
    // biome-ignore format: a long default
    longText: wire.hasValue(r) ? wire.readString(r, "long_text") : "a text that is far too long for a line of a hundred characters, and that nobody can break anywhere",
    // biome-ignore format: a long default
    manyBytes: wire.hasValue(r) ? wire.readBytes(r, "many_bytes") : new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]),
    // biome-ignore format: a long default
    deep: wire.hasValue(r) ? wire.readPresentJson(r, "deep") : { "1": -0.25, constructor: true, "key with spaces": [{ a: [[[1, 2, 3]]], "b-c": "😀 and a text that makes the line long" }] },
    huge: wire.hasValue(r) ? wire.readFloat64(r, "huge") : 1e300,
    tiny: wire.hasValue(r) ? wire.readFloat64(r, "tiny") : 1e-7,
    zero: wire.hasValue(r) ? wire.readFloat64(r, "zero") : -0,
    of: wire.readBool(r, "of"),
    r: wire.readInt(r, "r"),
    w: wire.readInt(r, "w"),
    wire: wire.readInt(r, "wire"),
    runtime: wire.readInt(r, "runtime"),
    payload: wire.readInt(r, "payload"),
    data: wire.hasValue(r) ? wire.readBytes(r, "data") : undefined,
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function pRequest(payload: PInput, options?: wire.KeyedPutOptions): runtime.PutTaskRequest {
  return wire.taskRequest(
    { queueNum: P_QUEUE },
    serializePTask(payload),
    options,
    wire.keyOf(payload.quoted ?? 'say "hello" to O\'Brien'),
  );
}

export async function putP(
  storage: Pick<runtime.Storage, "putTask">,
  payload: PInput,
  options?: wire.KeyedPutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, pRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putPMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly PInput[],
  options?: wire.KeyedPutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => pRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function pQueue(
  handler: PHandler | runtime.BatchHandler<PTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: P_QUEUE, name: "p", decode: deserializePTask },
    wire.batchHandler(handler, "handleP"),
    policy,
  );
}

export const BATCH_QUEUE = 2;

/** What a task of the queue batch says. */
export interface BatchPayload {
  readonly x: number;
}

/** BatchPayload as a producer gives it: fields that have a default may be left out. */
export type BatchInput = BatchPayload;

/** A task of the queue batch, as its handler gets it. */
export interface BatchTask extends BatchPayload, runtime.HandledTask {}

/** Handles the tasks of the queue batch, batch by batch. */
export interface BatchHandler {
  handleBatch(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly BatchTask[],
  ): Promise<runtime.HandlerStats>;
}

const BATCH_WIRE: wire.WireQueue = { queueNum: BATCH_QUEUE, name: "batch" };

export function serializeBatchTask(payload: BatchInput): Uint8Array {
  const w = wire.startArray(BATCH_WIRE, payload, 1);
  wire.writeInt(w, payload.x, "x");
  return wire.finishWriting(w);
}

export function deserializeBatchTask(data: Uint8Array): BatchPayload {
  const r = wire.startReadingArray(BATCH_WIRE, data);
  const payload: BatchPayload = {
    x: wire.readInt(r, "x"),
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function batchRequest(
  payload: BatchInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest({ queueNum: BATCH_QUEUE }, serializeBatchTask(payload), options);
}

export async function putBatch(
  storage: Pick<runtime.Storage, "putTask">,
  payload: BatchInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, batchRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putBatchMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly BatchInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => batchRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function batchQueue(
  handler: BatchHandler | runtime.BatchHandler<BatchTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: BATCH_QUEUE, name: "batch", decode: deserializeBatchTask },
    wire.batchHandler(handler, "handleBatch"),
    policy,
  );
}

export const BIND_QUEUE = 3;

/** What a task of the queue bind says. */
export interface BindPayload {
  readonly x?: number | undefined;
}

/** BindPayload as a producer gives it: fields that have a default may be left out. */
export type BindInput = BindPayload;

/** A task of the queue bind, as its handler gets it. */
export interface BindTask extends BindPayload, runtime.HandledTask {}

/** Handles the tasks of the queue bind, batch by batch. */
export interface BindHandler {
  handleBind(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly BindTask[],
  ): Promise<runtime.HandlerStats>;
}

const BIND_WIRE: wire.WireQueue = { queueNum: BIND_QUEUE, name: "bind" };

export function serializeBindTask(payload: BindInput): Uint8Array {
  const w = wire.startArray(BIND_WIRE, payload, 1);
  if (payload.x === undefined) wire.writeNil(w);
  else wire.writeInt(w, payload.x, "x");
  return wire.finishWriting(w);
}

export function deserializeBindTask(data: Uint8Array): BindPayload {
  const r = wire.startReadingArray(BIND_WIRE, data);
  const payload: BindPayload = {
    x: wire.hasValue(r) ? wire.readInt(r, "x") : undefined,
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function bindRequest(
  payload: BindInput,
  options?: wire.KeyedPutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest(
    { queueNum: BIND_QUEUE },
    serializeBindTask(payload),
    options,
    wire.keyOf(payload.x),
  );
}

export async function putBind(
  storage: Pick<runtime.Storage, "putTask">,
  payload: BindInput,
  options?: wire.KeyedPutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, bindRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putBindMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly BindInput[],
  options?: wire.KeyedPutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => bindRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function bindQueue(
  handler: BindHandler | runtime.BatchHandler<BindTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: BIND_QUEUE, name: "bind", decode: deserializeBindTask },
    wire.batchHandler(handler, "handleBind"),
    policy,
  );
}
