import type {
  CallOptions,
  OnKey,
  PutTaskRequest,
  QueueNum,
  Schedule,
  Storage,
  TaskId,
} from "../storage.js";

/** What a put may say beside the payload. */
export type PutOptions = CallOptions & Without<PutTaskRequest, "queueNum" | "data">;

/** The same where the contract names the field that is the key. */
export type KeyedPutOptions = CallOptions &
  Schedule &
  Pick<PutTaskRequest, "priority" | "ttlMs" | "headers" | "putId" | "partition"> & {
    readonly onKey?: OnKey;
  };

/** For many tasks at once, which one `putId` would turn into one task. */
export type PutManyOptions = Without<PutOptions, "putId">;
export type KeyedPutManyOptions = Without<KeyedPutOptions, "putId">;

/** `Omit` of every member of a union, which alone keeps them apart. */
type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** A payload as a producer gives it: some of its fields have a default. */
export type WithDefaults<Payload, Defaulted extends keyof Payload> = Omit<Payload, Defaulted> & {
  readonly [Property in Defaulted]?: Payload[Property] | undefined;
};

/** What the contract settles for the puts of a queue. */
export interface PutPolicy {
  readonly queueNum: QueueNum;
  readonly priority?: number;
  readonly ttlMs?: number;
}

/** Options go before the contract; one that is undefined was not given. */
export function taskRequest(
  policy: PutPolicy,
  data: Uint8Array,
  options: PutManyOptions | KeyedPutManyOptions = {},
  key?: string,
): PutTaskRequest {
  const chosen = Object.entries(options).filter(
    ([name, value]) => value !== undefined && name !== "signal",
  );
  const given: Partial<PutTaskRequest> = Object.fromEntries(chosen);
  return {
    ...policy,
    ...given,
    queueNum: policy.queueNum,
    data,
    ...(key !== undefined && { key }),
  } as PutTaskRequest;
}

/** The exclusion key that a field stands for; none where it is absent. */
export function keyOf(value: string | number | bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

export function putOne(
  storage: Pick<Storage, "putTask">,
  request: PutTaskRequest,
  options?: CallOptions,
): Promise<TaskId> {
  return storage.putTask(request, callOptions(options));
}

export function putMany(
  storage: Pick<Storage, "putTasks">,
  requests: readonly PutTaskRequest[],
  options?: CallOptions,
): Promise<readonly TaskId[]> {
  return storage.putTasks(requests, callOptions(options));
}

function callOptions({ signal }: CallOptions = {}): CallOptions {
  return signal === undefined ? {} : { signal };
}
