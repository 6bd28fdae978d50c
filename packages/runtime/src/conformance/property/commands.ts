import type { OnKey } from "../../storage.js";

/**
 * What a random sequence is made of. Tasks and leases are named by their place among those seen, not
 * by id, so that a sequence stays meaningful while fast-check removes parts of it.
 */
export type Command =
  | { readonly kind: "advance"; readonly ms: number }
  /** To the very moment at which something happens by itself, or a millisecond before it. */
  | { readonly kind: "toDue"; readonly earlyMs: 0 | 1 }
  | { readonly kind: "put"; readonly puts: readonly PutSpec[] }
  | {
      readonly kind: "get";
      readonly queueNum: number;
      readonly count: number;
      readonly ms: number | null;
    }
  | ({ readonly kind: "settle" } & SettleSpec)
  | {
      readonly kind: "change";
      readonly how: "kick" | "runNow" | "buryWaiting" | "cancel";
      readonly queueNum: number;
      readonly tasks: readonly TaskRef[];
    }
  | { readonly kind: "kick"; readonly queueNum: number; readonly count: number }
  | {
      readonly kind: "queue";
      readonly how: "clear" | "pause" | "resume";
      readonly queueNum: number;
    }
  | ({ readonly kind: "commit" } & CommitSpec)
  | {
      readonly kind: "records";
      readonly prefix: string;
      readonly after: string | null;
      readonly limit: number;
    }
  /** Of a durable storage only. */
  | { readonly kind: "restart" }
  | { readonly kind: "ask"; readonly queueNums: readonly number[] }
  | { readonly kind: "look"; readonly limit: number };

export interface LeaseRef {
  readonly from: "live" | "seen" | "unknown";
  readonly pick: number;
}

export interface TaskRef {
  readonly from: "useful" | "seen" | "unknown";
  readonly pick: number;
}

export interface PutSpec {
  readonly queueNum: number;
  readonly text: string;
  readonly when: { readonly kind: "now" | "delay" | "start"; readonly ms: number };
  readonly priority: number | null;
  readonly ttlMs: number | null;
  readonly key: string | null;
  readonly onKey: OnKey | null;
  readonly putId: string | null;
  readonly header: string | null;
}

export interface SettleSpec {
  readonly how: "done" | "release" | "touch" | "retry" | "bury";
  readonly leases: readonly LeaseRef[];
  readonly ms: number;
  /** A retry counts from now, or names the moment, which may be in the past. */
  readonly byDate: boolean;
  readonly error: string | null;
}

export interface CommitSpec {
  readonly expect: readonly { readonly key: string; readonly off: number }[];
  readonly settles: readonly SettleSpec[];
  readonly cancel: readonly TaskRef[];
  readonly set: readonly { readonly key: string; readonly text: string }[];
  readonly del: readonly string[];
  readonly puts: readonly PutSpec[];
}

export const QUEUES = [1, 2, 3] as const;
export const RECORD_KEYS = ["a", "b/1", "b/2", "\uffee", "😀"] as const;
