// Generated from contract.yaml by @queue/codegen 1.2.3. Do not edit.
//
// Every type, required, optional and with a default,
// and every setting of a queue.
import * as runtime from "@queue/runtime";
import * as wire from "@queue/runtime/wire";

export const REQUIRED_QUEUE = 1;

/** What a task of the queue required says. */
export interface RequiredPayload {
  readonly int: number;
  readonly int64: bigint;
  readonly string: string;
  readonly bool: boolean;
  readonly bytes: Uint8Array;
  readonly ints: number[];
  readonly int64s: bigint[];
  readonly float64: number;
  readonly timestamp: Date;
  readonly strings: string[];
  readonly json: wire.JsonValue;
}

/** RequiredPayload as a producer gives it: fields that have a default may be left out. */
export type RequiredInput = RequiredPayload;

/** A task of the queue required, as its handler gets it. */
export interface RequiredTask extends RequiredPayload, runtime.HandledTask {}

/** Handles the tasks of the queue required, batch by batch. */
export interface RequiredHandler {
  handleRequired(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly RequiredTask[],
  ): Promise<runtime.HandlerStats>;
}

const REQUIRED_WIRE: wire.WireQueue = { queueNum: REQUIRED_QUEUE, name: "required" };

export function serializeRequiredTask(payload: RequiredInput): Uint8Array {
  const w = wire.startArray(REQUIRED_WIRE, payload, 11);
  wire.writeInt(w, payload.int, "int");
  wire.writeInt64(w, payload.int64, "int64");
  wire.writeString(w, payload.string, "string");
  wire.writeBool(w, payload.bool, "bool");
  wire.writeBytes(w, payload.bytes, "bytes");
  wire.writeInts(w, payload.ints, "ints");
  wire.writeInt64s(w, payload.int64s, "int64s");
  wire.writeFloat64(w, payload.float64, "float64");
  wire.writeTimestamp(w, payload.timestamp, "timestamp");
  wire.writeStrings(w, payload.strings, "strings");
  wire.writeJson(w, payload.json, "json");
  return wire.finishWriting(w);
}

export function deserializeRequiredTask(data: Uint8Array): RequiredPayload {
  const r = wire.startReadingArray(REQUIRED_WIRE, data);
  const payload: RequiredPayload = {
    int: wire.readInt(r, "int"),
    int64: wire.readInt64(r, "int64"),
    string: wire.readString(r, "string"),
    bool: wire.readBool(r, "bool"),
    bytes: wire.readBytes(r, "bytes"),
    ints: wire.readInts(r, "ints"),
    int64s: wire.readInt64s(r, "int64s"),
    float64: wire.readFloat64(r, "float64"),
    timestamp: wire.readTimestamp(r, "timestamp"),
    strings: wire.readStrings(r, "strings"),
    json: wire.readJson(r, "json"),
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function requiredRequest(
  payload: RequiredInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest({ queueNum: REQUIRED_QUEUE }, serializeRequiredTask(payload), options);
}

export async function putRequired(
  storage: Pick<runtime.Storage, "putTask">,
  payload: RequiredInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, requiredRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putRequiredMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly RequiredInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => requiredRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function requiredQueue(
  handler: RequiredHandler | runtime.BatchHandler<RequiredTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: REQUIRED_QUEUE, name: "required", decode: deserializeRequiredTask },
    wire.batchHandler(handler, "handleRequired"),
    policy,
  );
}

export const OPTIONAL_QUEUE = 2;

/** What a task of the queue optional says. */
export interface OptionalPayload {
  readonly int?: number | undefined;
  readonly int64?: bigint | undefined;
  readonly string?: string | undefined;
  readonly bool?: boolean | undefined;
  readonly bytes?: Uint8Array | undefined;
  readonly ints?: number[] | undefined;
  readonly int64s?: bigint[] | undefined;
  readonly float64?: number | undefined;
  readonly timestamp?: Date | undefined;
  readonly strings?: string[] | undefined;
  readonly json?: wire.PresentJson | undefined;
}

/** OptionalPayload as a producer gives it: fields that have a default may be left out. */
export type OptionalInput = OptionalPayload;

/** A task of the queue optional, as its handler gets it. */
export interface OptionalTask extends OptionalPayload, runtime.HandledTask {}

/** Handles the tasks of the queue optional, batch by batch. */
export interface OptionalHandler {
  handleOptional(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly OptionalTask[],
  ): Promise<runtime.HandlerStats>;
}

const OPTIONAL_WIRE: wire.WireQueue = { queueNum: OPTIONAL_QUEUE, name: "optional" };

export function serializeOptionalTask(payload: OptionalInput): Uint8Array {
  const w = wire.startArray(OPTIONAL_WIRE, payload, 11);
  if (payload.int === undefined) wire.writeNil(w);
  else wire.writeInt(w, payload.int, "int");
  if (payload.int64 === undefined) wire.writeNil(w);
  else wire.writeInt64(w, payload.int64, "int64");
  if (payload.string === undefined) wire.writeNil(w);
  else wire.writeString(w, payload.string, "string");
  if (payload.bool === undefined) wire.writeNil(w);
  else wire.writeBool(w, payload.bool, "bool");
  if (payload.bytes === undefined) wire.writeNil(w);
  else wire.writeBytes(w, payload.bytes, "bytes");
  if (payload.ints === undefined) wire.writeNil(w);
  else wire.writeInts(w, payload.ints, "ints");
  if (payload.int64s === undefined) wire.writeNil(w);
  else wire.writeInt64s(w, payload.int64s, "int64s");
  if (payload.float64 === undefined) wire.writeNil(w);
  else wire.writeFloat64(w, payload.float64, "float64");
  if (payload.timestamp === undefined) wire.writeNil(w);
  else wire.writeTimestamp(w, payload.timestamp, "timestamp");
  if (payload.strings === undefined) wire.writeNil(w);
  else wire.writeStrings(w, payload.strings, "strings");
  if (payload.json === undefined) wire.writeNil(w);
  else wire.writePresentJson(w, payload.json, "json");
  return wire.finishWriting(w);
}

export function deserializeOptionalTask(data: Uint8Array): OptionalPayload {
  const r = wire.startReadingArray(OPTIONAL_WIRE, data);
  const payload: OptionalPayload = {
    int: wire.hasValue(r) ? wire.readInt(r, "int") : undefined,
    int64: wire.hasValue(r) ? wire.readInt64(r, "int64") : undefined,
    string: wire.hasValue(r) ? wire.readString(r, "string") : undefined,
    bool: wire.hasValue(r) ? wire.readBool(r, "bool") : undefined,
    bytes: wire.hasValue(r) ? wire.readBytes(r, "bytes") : undefined,
    ints: wire.hasValue(r) ? wire.readInts(r, "ints") : undefined,
    int64s: wire.hasValue(r) ? wire.readInt64s(r, "int64s") : undefined,
    float64: wire.hasValue(r) ? wire.readFloat64(r, "float64") : undefined,
    timestamp: wire.hasValue(r) ? wire.readTimestamp(r, "timestamp") : undefined,
    strings: wire.hasValue(r) ? wire.readStrings(r, "strings") : undefined,
    json: wire.hasValue(r) ? wire.readPresentJson(r, "json") : undefined,
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function optionalRequest(
  payload: OptionalInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest({ queueNum: OPTIONAL_QUEUE }, serializeOptionalTask(payload), options);
}

export async function putOptional(
  storage: Pick<runtime.Storage, "putTask">,
  payload: OptionalInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, optionalRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putOptionalMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly OptionalInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => optionalRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function optionalQueue(
  handler: OptionalHandler | runtime.BatchHandler<OptionalTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: OPTIONAL_QUEUE, name: "optional", decode: deserializeOptionalTask },
    wire.batchHandler(handler, "handleOptional"),
    policy,
  );
}

export const DEFAULTED_QUEUE = 3;

/** What a task of the queue defaulted says. */
export interface DefaultedPayload {
  readonly int: number;
  readonly int64: bigint;
  readonly string: string;
  readonly bool: boolean;
  readonly bytes: Uint8Array;
  readonly ints: number[];
  readonly int64s: bigint[];
  readonly float64: number;
  readonly timestamp: Date;
  readonly strings: string[];
  readonly json: wire.PresentJson;
}

/** DefaultedPayload as a producer gives it: fields that have a default may be left out. */
export type DefaultedInput = wire.WithDefaults<
  DefaultedPayload,
  | "int"
  | "int64"
  | "string"
  | "bool"
  | "bytes"
  | "ints"
  | "int64s"
  | "float64"
  | "timestamp"
  | "strings"
  | "json"
>;

/** A task of the queue defaulted, as its handler gets it. */
export interface DefaultedTask extends DefaultedPayload, runtime.HandledTask {}

/** Handles the tasks of the queue defaulted, batch by batch. */
export interface DefaultedHandler {
  handleDefaulted(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly DefaultedTask[],
  ): Promise<runtime.HandlerStats>;
}

const DEFAULTED_WIRE: wire.WireQueue = { queueNum: DEFAULTED_QUEUE, name: "defaulted" };

export function serializeDefaultedTask(payload: DefaultedInput): Uint8Array {
  const w = wire.startArray(DEFAULTED_WIRE, payload, 11);
  wire.writeInt(w, payload.int ?? -7, "int");
  wire.writeInt64(w, payload.int64 ?? 9223372036854775807n, "int64");
  wire.writeString(w, payload.string ?? "none", "string");
  wire.writeBool(w, payload.bool ?? true, "bool");
  wire.writeBytes(w, payload.bytes ?? new Uint8Array([0, 255]), "bytes");
  wire.writeInts(w, payload.ints ?? [], "ints");
  wire.writeInt64s(w, payload.int64s ?? [-9223372036854775808n, 0n], "int64s");
  wire.writeFloat64(w, payload.float64 ?? 0.5, "float64");
  wire.writeTimestamp(w, payload.timestamp ?? new Date(1795003200000), "timestamp");
  wire.writeStrings(w, payload.strings ?? ["a", "it's"], "strings");
  wire.writePresentJson(w, payload.json ?? { retry: [1, 2.5, null], "x-y": {} }, "json");
  return wire.finishWriting(w);
}

export function deserializeDefaultedTask(data: Uint8Array): DefaultedPayload {
  const r = wire.startReadingArray(DEFAULTED_WIRE, data);
  const payload: DefaultedPayload = {
    int: wire.hasValue(r) ? wire.readInt(r, "int") : -7,
    int64: wire.hasValue(r) ? wire.readInt64(r, "int64") : 9223372036854775807n,
    string: wire.hasValue(r) ? wire.readString(r, "string") : "none",
    bool: wire.hasValue(r) ? wire.readBool(r, "bool") : true,
    bytes: wire.hasValue(r) ? wire.readBytes(r, "bytes") : new Uint8Array([0, 255]),
    ints: wire.hasValue(r) ? wire.readInts(r, "ints") : [],
    int64s: wire.hasValue(r) ? wire.readInt64s(r, "int64s") : [-9223372036854775808n, 0n],
    float64: wire.hasValue(r) ? wire.readFloat64(r, "float64") : 0.5,
    timestamp: wire.hasValue(r) ? wire.readTimestamp(r, "timestamp") : new Date(1795003200000),
    strings: wire.hasValue(r) ? wire.readStrings(r, "strings") : ["a", "it's"],
    json: wire.hasValue(r) ? wire.readPresentJson(r, "json") : { retry: [1, 2.5, null], "x-y": {} },
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function defaultedRequest(
  payload: DefaultedInput,
  options?: wire.PutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest({ queueNum: DEFAULTED_QUEUE }, serializeDefaultedTask(payload), options);
}

export async function putDefaulted(
  storage: Pick<runtime.Storage, "putTask">,
  payload: DefaultedInput,
  options?: wire.PutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, defaultedRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putDefaultedMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly DefaultedInput[],
  options?: wire.PutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => defaultedRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function defaultedQueue(
  handler: DefaultedHandler | runtime.BatchHandler<DefaultedTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: DEFAULTED_QUEUE, name: "defaulted", decode: deserializeDefaultedTask },
    wire.batchHandler(handler, "handleDefaulted"),
    policy,
  );
}

export const USER_EVENTS_QUEUE = 65535;

/**
 * What users did.
 *
 * In the order of their keys.
 */
export interface UserEventsPayload {
  /** Who did it; events of one user keep their order. */
  readonly userId: bigint;
  readonly seenAt?: Date | undefined;
}

/** UserEventsPayload as a producer gives it: fields that have a default may be left out. */
export type UserEventsInput = UserEventsPayload;

/** A task of the queue user_events, as its handler gets it. */
export interface UserEventsTask extends UserEventsPayload, runtime.HandledTask {}

/** Handles the tasks of the queue user_events, batch by batch. */
export interface UserEventsHandler {
  handleUserEvents(
    ctx: runtime.HandlerContext,
    storage: runtime.HandlerStorage,
    tasks: readonly UserEventsTask[],
  ): Promise<runtime.HandlerStats>;
}

const USER_EVENTS_WIRE: wire.WireQueue = { queueNum: USER_EVENTS_QUEUE, name: "user_events" };

export function serializeUserEventsTask(payload: UserEventsInput): Uint8Array {
  const w = wire.startArray(USER_EVENTS_WIRE, payload, 6);
  wire.writeNil(w);
  wire.writeInt64(w, payload.userId, "user_id");
  wire.writeNil(w);
  wire.writeNil(w);
  if (payload.seenAt === undefined) wire.writeNil(w);
  else wire.writeTimestamp(w, payload.seenAt, "seen_at");
  wire.writeNil(w);
  return wire.finishWriting(w);
}

export function deserializeUserEventsTask(data: Uint8Array): UserEventsPayload {
  const r = wire.startReadingArray(USER_EVENTS_WIRE, data);
  const payload: UserEventsPayload = {
    userId: wire.readInt64(wire.skipValues(r, 1), "user_id"),
    seenAt: wire.hasValue(wire.skipValues(r, 2)) ? wire.readTimestamp(r, "seen_at") : undefined,
  };
  wire.finishReadingArray(r);
  return payload;
}

/** A new task, for `putTasks` and `commit`. */
export function userEventsRequest(
  payload: UserEventsInput,
  options?: wire.KeyedPutOptions,
): runtime.PutTaskRequest {
  return wire.taskRequest(
    { queueNum: USER_EVENTS_QUEUE, priority: 10, ttlMs: 86400000 },
    serializeUserEventsTask(payload),
    options,
    wire.keyOf(payload.userId),
  );
}

export async function putUserEvents(
  storage: Pick<runtime.Storage, "putTask">,
  payload: UserEventsInput,
  options?: wire.KeyedPutOptions,
): Promise<runtime.TaskId> {
  return wire.putOne(storage, userEventsRequest(payload, options), options);
}

/** All or none. The options are those of every task. */
export async function putUserEventsMany(
  storage: Pick<runtime.Storage, "putTasks">,
  payloads: readonly UserEventsInput[],
  options?: wire.KeyedPutManyOptions,
): Promise<readonly runtime.TaskId[]> {
  const requests = payloads.map((payload) => userEventsRequest(payload, options));
  return wire.putMany(storage, requests, options);
}

/** Binds the queue to its handler: an object, or what `perTask` makes of a function. */
export function userEventsQueue(
  handler: UserEventsHandler | runtime.BatchHandler<UserEventsTask>,
  policy: runtime.QueuePolicy = {},
): runtime.QueueBinding {
  return runtime.bindQueue(
    { queueNum: USER_EVENTS_QUEUE, name: "user_events", decode: deserializeUserEventsTask },
    wire.batchHandler(handler, "handleUserEvents"),
    {
      batchSize: 50,
      visibilityTimeoutMs: 120000,
      maxAttempts: 5,
      backoff: runtime.exponential({ minMs: 500, maxMs: 600000, jitter: 0.5 }),
      ...policy,
    },
  );
}
