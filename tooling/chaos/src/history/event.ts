import type { Lease, OnKey, QueueNum, QueueStat, TaskId, TaskState } from "@queue/runtime";

// What a history is made of. Plain data, so that histories of several processes can be written as
// JSON lines and merged. Moments of the storage (start times, deadlines) are epoch milliseconds.

export interface RetryRecord extends Lease {
  readonly nextStartTime?: number;
  readonly delayMs?: number;
}

/** A put as it was asked for. `data` is the payload's fingerprint. */
export interface PutRecord {
  readonly queueNum: QueueNum;
  readonly data: string;
  readonly startTime?: number;
  readonly delayMs?: number;
  readonly priority: number;
  readonly ttlMs?: number;
  readonly key: string | null;
  readonly onKey?: OnKey;
  readonly putId?: string;
  readonly headers: Readonly<Record<string, string>> | null;
}

/** A task as it was delivered. */
export interface TaskRecord extends Lease {
  readonly queueNum: QueueNum;
  readonly data: string;
  readonly attempts: number;
  readonly timeouts: number;
  readonly createdAt: number;
  readonly startTime: number;
  readonly prevStartTime: number | null;
  readonly priority: number;
  readonly key: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
}

/** A task as an operator saw it. */
export interface SightingRecord extends TaskRecord {
  readonly state: TaskState;
  readonly deadline: number | null;
  readonly expiresAt: number | null;
}

export type StatRecord = Omit<QueueStat, "oldestReadyAt" | "nextStartTime">;

/** A call of the port, with what the checker needs of its arguments. */
export type Call =
  | {
      readonly method: "getTask";
      readonly queueNum: QueueNum;
      readonly count: number;
      /** Absent: the storage's default. */
      readonly visibilityTimeoutMs?: number;
    }
  | {
      readonly method: "doneTask" | "releaseTask" | "buryTask";
      readonly leases: readonly Lease[];
    }
  | { readonly method: "retryTask"; readonly leases: readonly RetryRecord[] }
  | {
      readonly method: "touchTask";
      readonly leases: readonly Lease[];
      readonly visibilityTimeoutMs: number;
    }
  | { readonly method: "putTask" | "putTasks"; readonly puts: readonly PutRecord[] }
  | {
      readonly method: "commit";
      readonly done: readonly Lease[];
      readonly retry: readonly RetryRecord[];
      readonly release: readonly Lease[];
      readonly bury: readonly Lease[];
      readonly cancel: readonly TaskId[];
      readonly puts: readonly PutRecord[];
    }
  | {
      readonly method: "waitTask";
      readonly queueNums: readonly QueueNum[];
      readonly timeoutMs: number;
    }
  | {
      readonly method: "peekTask" | "runNow" | "buryWaiting" | "cancelTask";
      readonly ids: readonly TaskId[];
    }
  | {
      readonly method: "listTasks";
      readonly queueNum: QueueNum;
      readonly state: TaskState;
      readonly limit: number;
    }
  | {
      readonly method: "kickTask";
      readonly queueNum: QueueNum;
      readonly which: number | readonly TaskId[];
    }
  | { readonly method: "clearQueue"; readonly queueNum: QueueNum }
  | { readonly method: "pauseQueue"; readonly queueNum: QueueNum; readonly paused: boolean }
  | { readonly method: "getStat" | "getRecords" | "listRecords" | "close" };

/** What a call was answered. */
export type Answer =
  | { readonly kind: "tasks"; readonly tasks: readonly TaskRecord[] }
  | { readonly kind: "settled"; readonly settled: number; readonly lost: readonly TaskId[] }
  | { readonly kind: "ids"; readonly ids: readonly TaskId[] }
  | { readonly kind: "queues"; readonly queueNums: readonly QueueNum[] }
  | { readonly kind: "stats"; readonly stats: readonly StatRecord[] }
  /** `more`: the list goes on after this page. */
  | { readonly kind: "seen"; readonly seen: readonly SightingRecord[]; readonly more: boolean }
  | { readonly kind: "changed"; readonly changed: number; readonly skipped: readonly TaskId[] }
  | { readonly kind: "conflict" }
  | { readonly kind: "nothing" };

interface Moment {
  /** Milliseconds of the machine's monotonic clock: the same one for all processes. */
  readonly at: number;
}

interface OfActor extends Moment {
  /** Who calls: one process, or one life of it. No two of a history share a name. */
  readonly actor: string;
}

interface OfCall extends OfActor {
  /** Counts the calls of the actor. */
  readonly op: number;
}

export type HistoryEvent =
  | (OfCall & { readonly kind: "invoke"; readonly call: Call })
  | (OfCall & { readonly kind: "ok"; readonly answer: Answer })
  /** It certainly had no effect. */
  | (OfCall & { readonly kind: "fail"; readonly error: string })
  /** Nobody knows whether it had an effect, or will have. */
  | (OfCall & { readonly kind: "info"; readonly error: string })
  /** A handler begins to work on a task, and has ended. */
  | (OfActor & Lease & { readonly kind: "begin" | "end" })
  /** A handler was told that its task is done. */
  | (OfActor & Lease & { readonly kind: "told" })
  /** A worker serves these queues, and looks for ready tasks every `sweepMs` at least. */
  | (OfActor & {
      readonly kind: "up";
      readonly queueNums: readonly QueueNum[];
      readonly sweepMs: number;
      /** The queues whose leases it renews while their handlers run. */
      readonly renews: readonly QueueNum[];
    })
  /** A worker was asked to stop and has to be down within `withinMs`. */
  | (OfActor & { readonly kind: "stopping"; readonly withinMs: number })
  /** A worker's process is stopped for a while: it cannot be blamed for it. */
  | (OfActor & { readonly kind: "frozen"; readonly forMs: number })
  /** What a worker said when it had stopped. */
  | (OfActor & {
      readonly kind: "stopped";
      readonly drained: boolean;
      readonly released: readonly TaskId[];
      /** The tasks of handlers that it had to leave running. */
      readonly stillRunning: readonly TaskId[];
    })
  /** A worker has ended, or was killed. */
  | (OfActor & { readonly kind: "down" })
  /** The storage serves again after a restart: leases it finds begin anew in full. */
  | (Moment & { readonly kind: "restart" })
  /** What the one who runs the experiment knows and the checker cannot see. */
  | (Moment & { readonly kind: "mark"; readonly name: MarkName })
  /** What the storage's clock shows at this moment. Without one, `at` is the storage's time. */
  | (Moment & { readonly kind: "clock"; readonly epochMs: number });

export type MarkName =
  /** From here on nothing is broken any more, and the echo of what was has died away. */
  | "calm"
  /** From here on everything must have drained. */
  | "drained"
  /** Nothing runs any more; what follows lists all that is stored. */
  | "census";
