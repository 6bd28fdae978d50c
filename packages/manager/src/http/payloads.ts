import type { QueueNum } from "@queue/runtime";

export interface PayloadPolicy {
  readonly priority?: number;
  readonly ttlMs?: number;
  /** The field that is the key; a put cannot say another key. */
  readonly keyField?: string;
  /** What it holds, where it is there. */
  readonly key?: string;
}

/** A field as the contract says it. */
export interface FormField {
  readonly name: string;
  /** As the contract writes it, such as `[]int64`. */
  readonly type: string;
  readonly optional: boolean;
  /** As a payload in JSON would have it. What has a default may be left out, too. */
  readonly default?: unknown;
  readonly description?: string;
}

/** What somebody needs who fills in a payload. */
export interface QueueForm extends Omit<PayloadPolicy, "key"> {
  readonly queueNum: QueueNum;
  readonly name: string;
  readonly description?: string;
  /** In the contract's order. */
  readonly fields: readonly FormField[];
}

/** Reads and writes payloads as a contract describes them. Without one they are bytes, in base64. */
export interface Payloads {
  /** Something JSON can show; `undefined` for a queue that the contract does not know. Throws for bytes that are no payload. */
  decode(queueNum: QueueNum, data: Uint8Array): unknown;
  /** The bytes of a payload that came as JSON; throws a `QueueError` that names the field. */
  encode(queueNum: QueueNum, payload: unknown): Uint8Array;
  /** What the contract settles for a put of such bytes; a put may say another priority and time to live. */
  policyOf(queueNum: QueueNum, data: Uint8Array): PayloadPolicy;
  /** Of every queue that the contract knows. */
  readonly forms: readonly QueueForm[];
  /** What the contract calls a queue. */
  nameOf(queueNum: QueueNum): string | undefined;
}

export type ShownPayload =
  | { readonly kind: "decoded"; readonly value: unknown }
  | { readonly kind: "bytes"; readonly base64: string; readonly problem?: string };

export function showPayload(
  payloads: Payloads | undefined,
  queueNum: QueueNum,
  data: Uint8Array,
): ShownPayload {
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
  try {
    const value = payloads?.decode(queueNum, data);
    return value === undefined ? { kind: "bytes", base64 } : { kind: "decoded", value };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { kind: "bytes", base64, problem };
  }
}
