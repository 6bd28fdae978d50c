import type { JsonValue } from "./json-value.js";

/** A queue as plain data, for programs that have its contract and no generated code. */
export interface QueueDescriptor {
  readonly id: number;
  readonly name: string;
  readonly codec: "msgpack" | "go-le";
  /** In the order of their positions. */
  readonly fields: readonly FieldDescriptor[];
  /** Positions from 0 that were in use once. */
  readonly reservedPositions: readonly number[];
}

export interface FieldDescriptor {
  /** As errors name it. */
  readonly name: string;
  /** As payloads have it. */
  readonly property: string;
  readonly position: number;
  readonly type: FieldKind;
  readonly optional: boolean;
  readonly default?: FieldContent;
}

export type FieldKind =
  | "int"
  | "int64"
  | "string"
  | "bool"
  | "[]byte"
  | "[]int"
  | "[]int64"
  | "float64"
  | "timestamp"
  | "[]string"
  | "json";

/** A value of a field. */
export type FieldContent =
  | JsonValue
  | bigint
  | Uint8Array
  | Date
  | readonly number[]
  | readonly bigint[]
  | readonly string[];

/** A payload by the names of its properties; an optional one that is absent is undefined. */
export type Payload = { readonly [property: string]: FieldContent | undefined };
