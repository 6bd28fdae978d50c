import type { BuryInfo, CallOptions, Lease, PutTaskRequest, RetryInfo, TaskId } from "./storage.js";

/** A small versioned value. The version grows by 1 per set and starts at 1, also after a `del`. */
export interface StoredRecord {
  readonly key: string;
  readonly version: number;
  readonly value: Uint8Array;
}

export interface GetRecordsOptions extends CallOptions {
  readonly partition?: string;
}

export interface ListRecordsOptions extends CallOptions {
  /** Only keys that begin with it; `""` for all. */
  readonly prefix: string;
  /** Only keys after this one. */
  readonly after?: string;
  /** 1 to 10,000. A page also stops at 8 MiB of values. */
  readonly limit: number;
  readonly partition?: string;
}

/**
 * Changes to tasks and records that happen together or not at all.
 *
 * Guards are `expect`, the leases, and `cancel` (its tasks must exist and not be taken); they see
 * the state before any effect, and the first that fails, in the order listed here, is reported.
 * Effects run in the order release, retry, bury, done, cancel, del, set, put: a put sees the keys
 * that a done has freed. No task may be named twice, and no record key twice among `set` and `del`
 * or among `expect`.
 */
export interface CommitRequest {
  /** Decides the shard; all of one commit lives on one shard. */
  readonly partition?: string;
  /** The versions that records must have; 0: must not exist. */
  readonly expect?: readonly { readonly key: string; readonly version: number }[];
  readonly done?: readonly Lease[];
  readonly retry?: readonly RetryInfo[];
  readonly release?: readonly Lease[];
  readonly bury?: readonly BuryInfo[];
  readonly cancel?: readonly TaskId[];
  readonly set?: readonly { readonly key: string; readonly value: Uint8Array }[];
  readonly del?: readonly string[];
  readonly put?: readonly PutTaskRequest[];
}

/** The guard that failed. */
export type Conflict =
  | { readonly kind: "record"; readonly key: string }
  | { readonly kind: "lease"; readonly taskId: TaskId }
  | { readonly kind: "task"; readonly taskId: TaskId };

export type CommitResult =
  /** `ids`: those of `put`, in its order. */
  | { readonly ok: true; readonly ids: readonly TaskId[] }
  | { readonly ok: false; readonly conflict: Conflict };

/** Small versioned values beside the tasks, changed together with them. */
export interface Records {
  /** The records with these keys, in the same order; absent ones are left out. */
  getRecords(
    keys: readonly string[],
    options?: GetRecordsOptions,
  ): Promise<readonly StoredRecord[]>;

  /** Records in the order of their keys (by the bytes of their UTF-8). */
  listRecords(options: ListRecordsOptions): Promise<readonly StoredRecord[]>;

  commit(request: CommitRequest, options?: CallOptions): Promise<CommitResult>;
}
