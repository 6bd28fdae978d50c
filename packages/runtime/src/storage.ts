/** The number of a queue, from its contract: an integer from 1 to 65,535. */
export type QueueNum = number;

/**
 * Names a task: a positive safe integer, never reused, also not after its queue has emptied or the
 * storage has restarted.
 */
export type TaskId = number;

/**
 * One holding of a task. `lease` grows by 1 every time the task is taken, so the pair names one
 * holding, and whoever comes late with an older pair changes nothing.
 */
export interface Lease {
  readonly taskId: TaskId;
  readonly lease: number;
}

/** A taken task, as its holder sees it. */
export interface Task extends Lease {
  readonly queueNum: QueueNum;
  /** Exactly the bytes that were put. */
  readonly data: Uint8Array;
  /** How often the task came back by retry or by visibility timeout; 0 at the first try. */
  readonly attempts: number;
  /** Those of the `attempts` that were visibility timeouts: its holder died or hung. */
  readonly timeouts: number;
  readonly createdAt: Date;
  /** When this activation became available. */
  readonly startTime: Date;
  /** The start time of the previous activation; `null` at the first. */
  readonly prevStartTime: Date | null;
  /** 0 to 255; lower goes first. */
  readonly priority: number;
  /** Tasks of one queue and key never run at the same time, and run in the order of their ids. */
  readonly key: string | null;
  /** Small texts that travel with the task, such as a trace context. */
  readonly headers: Readonly<Record<string, string>> | null;
}

/** When a new task becomes ready: at once, at a moment, or after a pause. Never two of them. */
export type Schedule =
  | { readonly startTime?: never; readonly delayMs?: never }
  | { readonly startTime: Date; readonly delayMs?: never }
  | { readonly startTime?: never; readonly delayMs: number };

/**
 * What a put does when its key already has a waiting task (ready, delayed or blocked; the last in
 * line counts):
 * - `add`: one more behind it;
 * - `keep`: nothing changes, the put returns the waiting task's id;
 * - `replace`: the waiting task takes the new data, priority, ttl, headers and start, begins its
 *   count of attempts anew, and keeps its id, its creation time and its place;
 * - `wake`: the waiting task's start moves to the earlier of both; nothing else changes.
 *
 * If the key has only a taken task, `keep` and `replace` insert a blocked one and `wake` returns the
 * taken one's id. If the key has none (dead ones do not count), the task is inserted.
 */
export type OnKey = "add" | "keep" | "replace" | "wake";

/** The exclusion key of a new task, and what to do when the key is in use. */
export type KeyChoice =
  | { readonly key?: never; readonly onKey?: never }
  | { readonly key: string; readonly onKey?: OnKey };

/** A new task. */
export type PutTaskRequest = Schedule &
  KeyChoice & {
    readonly queueNum: QueueNum;
    /** 1 MiB at most by default. */
    readonly data: Uint8Array;
    /** An integer from 0 to 255, lower goes first; 0 by default. */
    readonly priority?: number;
    /** How long after its first start the task is still wanted; then it is removed unless taken. */
    readonly ttlMs?: number;
    /** 4 KiB at most, names and values together. */
    readonly headers?: Readonly<Record<string, string>>;
    /**
     * Makes the put safe to repeat: another put with the same queue and `putId` within an hour
     * returns the first one's id and inserts nothing, also after the task is done.
     */
    readonly putId?: string;
    /** Puts with equal partitions live on one shard. Storages without shards ignore it. */
    readonly partition?: string;
  };

/** Back into the queue. `delayMs` is counted by the storage's clock: prefer it to a moment of yours. */
export type RetryInfo = Lease & { readonly error?: string } & (
    | { readonly nextStartTime: Date; readonly delayMs?: never }
    | { readonly nextStartTime?: never; readonly delayMs: number }
  );

/** To the dead letters, with the reason. */
export interface BuryInfo extends Lease {
  readonly error: string;
}

/** What became of a settle: leases that were over, unknown or already settled are `lost`. */
export interface SettleResult {
  readonly settled: number;
  readonly lost: readonly TaskId[];
}

/** The state of one queue. `totalTasks` is always the sum of the five states. */
export interface QueueStat {
  readonly queueNum: QueueNum;
  readonly totalTasks: number;
  readonly readyTasks: number;
  readonly takenTasks: number;
  readonly delayedTasks: number;
  readonly blockedTasks: number;
  readonly deadTasks: number;
  readonly paused: boolean;
  /** The earliest start time among the ready tasks. */
  readonly oldestReadyAt: Date | null;
  /** The earliest start time among the delayed tasks. */
  readonly nextStartTime: Date | null;
  // The rest only ever grows, and survives restarts where the storage is durable.
  readonly putTotal: number;
  readonly doneTotal: number;
  readonly retriedTotal: number;
  readonly timedOutTotal: number;
  readonly releasedTotal: number;
  readonly expiredTotal: number;
  readonly buriedTotal: number;
  readonly cancelledTotal: number;
}

/** A queue appears with its first put or pause, and stays. */
export interface Stats {
  readonly queueStats: ReadonlyMap<QueueNum, QueueStat>;
}

export interface CallOptions {
  /** Aborted, the call rejects with the signal's reason. A write already sent may still happen. */
  readonly signal?: AbortSignal;
}

export interface GetTaskOptions extends CallOptions {
  /** How long the tasks stay hidden from others; 60 s by default. */
  readonly visibilityTimeoutMs?: number;
}

export interface WaitTaskOptions extends CallOptions {
  /** How long to wait at most. 0 only asks. */
  readonly timeoutMs: number;
}

/**
 * Where queues live. What each method owes is written as tests in `conformance/`.
 *
 * A lease is over when its deadline has come, whether or not the task has been moved yet: a settle
 * with it is `lost`. Settles do what they can and name the rest in `lost`; one bad id never fails
 * its neighbours, and a lease given twice counts once. Lists may be empty. Bad arguments are refused
 * with `INVALID_ARGUMENT` before anything happens.
 */
export interface Storage {
  /**
   * Takes up to `count` ready tasks and hides them from other callers until the visibility timeout
   * passes. In the order of priority, start time, id. Resolves to `[]` when none is ready or the
   * queue is paused; never waits. At most one task of a key, and none whose key is taken. Stops
   * early at 8 MiB of payload. Aborted after the storage has taken tasks, it releases them.
   */
  getTask(queueNum: QueueNum, count: number, options?: GetTaskOptions): Promise<readonly Task[]>;

  /** Removes tasks that are done. */
  doneTask(leases: readonly Lease[], options?: CallOptions): Promise<SettleResult>;

  /**
   * Puts taken tasks back, to start at the given moment, with `attempts` + 1. The storage never
   * drops a task for its number of retries. A ttl is first extended by the pause.
   */
  retryTask(retries: readonly RetryInfo[], options?: CallOptions): Promise<SettleResult>;

  /** Gives taken tasks back unused: ready at once, with `attempts` and times as they were. */
  releaseTask(leases: readonly Lease[], options?: CallOptions): Promise<SettleResult>;

  /** Moves taken tasks to the dead letters, where they wait for `kickTask` or `cancelTask`. */
  buryTask(infos: readonly BuryInfo[], options?: CallOptions): Promise<SettleResult>;

  /** Renews leases: each deadline becomes now + `visibilityTimeoutMs`. */
  touchTask(
    leases: readonly Lease[],
    visibilityTimeoutMs: number,
    options?: CallOptions,
  ): Promise<SettleResult>;

  /** Adds one task and resolves to its id, or to the id that `putId` or `onKey` found instead. */
  putTask(request: PutTaskRequest, options?: CallOptions): Promise<TaskId>;

  /** Adds tasks, all or none (within one shard), and resolves to their ids in the same order. */
  putTasks(requests: readonly PutTaskRequest[], options?: CallOptions): Promise<readonly TaskId[]>;

  /**
   * Waits until one of the queues has a ready task, and names those that have; `[]` at the timeout.
   * It takes nothing, and ignores paused queues. A put of n tasks wakes about n waiters, not all; if
   * a task is still ready 100 ms later the next waiter is woken. Finding nothing after a wake-up is
   * normal. Past a storage's cap of waiters it answers `[]` after a second instead of failing.
   */
  waitTask(queueNums: readonly QueueNum[], options: WaitTaskOptions): Promise<readonly QueueNum[]>;

  getStat(options?: CallOptions): Promise<Stats>;

  /**
   * Lets go of what the storage holds. May be called twice. Afterwards every other method rejects
   * with `CLOSED`, and so do calls that are waiting.
   */
  close(): Promise<void>;
}
