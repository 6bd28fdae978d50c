/** A contract that has passed every check: what the emitter, the dashboard and `breaking` read. */
export interface Contract {
  /** Of the contract format. */
  readonly version: 1;
  readonly description?: string;
  readonly queues: readonly QueueContract[];
  /** Queue ids that were in use once and may not come back. */
  readonly reservedIds: readonly number[];
}

/** How the payloads of a queue are written: a positional msgpack array, or the layout of Go services. */
export type Codec = "msgpack" | "go-le";

export interface QueueContract {
  readonly id: number;
  /** As in the contract, snake_case. */
  readonly name: string;
  readonly description?: string;
  readonly codec: Codec;
  /** In the order of their positions. */
  readonly fields: readonly Field[];
  /** Positions (from 0) in the payload that were in use once; a writer puts nil there. */
  readonly reservedPositions: readonly number[];
  readonly policy: QueuePolicyContract;
}

export const FIELD_TYPES = [
  "int",
  "int64",
  "string",
  "bool",
  "[]byte",
  "[]int",
  "[]int64",
  "float64",
  "timestamp",
  "[]string",
  "json",
] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

export interface Field {
  /** As in the contract, snake_case. */
  readonly name: string;
  /** In TypeScript: `user_id` is `userId`. */
  readonly property: string;
  /** In the payload's array, from 0; the order of the contract, with reserved positions left out. */
  readonly position: number;
  readonly description?: string;
  readonly type: FieldType;
  /** May be absent: `undefined` in TypeScript, nil in the payload. */
  readonly optional: boolean;
  /** What the reader gives for nil and for a missing tail, and the writer for an absent property. */
  readonly default?: FieldValue;
}

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Of the TypeScript type that the field's type stands for: `int64` is a bigint, `timestamp` a Date. */
export type FieldValue =
  | JsonValue
  | bigint
  | Uint8Array
  | Date
  | readonly number[]
  | readonly bigint[]
  | readonly string[];

/** What the contract settles for the Worker and for puts; each reaches them by the generated binding. */
export interface QueuePolicyContract {
  readonly batchSize?: number;
  readonly visibilityTimeoutMs?: number;
  readonly priority?: number;
  readonly ttlMs?: number;
  readonly maxAttempts?: number;
  readonly backoff?: { readonly minMs: number; readonly maxMs: number; readonly jitter: number };
  /** The name of the field whose value is the exclusion key of a task. */
  readonly key?: string;
}
