import type { CallOptions, QueueNum, Task, TaskId } from "./storage.js";

export type TaskState = "ready" | "delayed" | "taken" | "blocked" | "dead";

/** A task as an operator sees it. `lease` is that of its last holder, 0 if it was never taken. */
export interface TaskInfo extends Task {
  readonly state: TaskState;
  /** When the present lease ends; `null` unless taken. */
  readonly deadline: Date | null;
  readonly expiresAt: Date | null;
  /** The error of the last retry or of the burial. */
  readonly error: string | null;
}

export interface ListTasksOptions extends CallOptions {
  /** Where the previous page ended; opaque. Absent: from the beginning. */
  readonly cursor?: string;
  /** 1 to 10,000. A page also stops at 8 MiB of payload. */
  readonly limit: number;
}

export interface TaskPage {
  readonly tasks: readonly TaskInfo[];
  /** Give it to the next call; `null` when there is no more. */
  readonly cursor: string | null;
}

/** What a change by ids did. Tasks it does not apply to are `skipped`; an id given twice counts once. */
export interface ChangeResult {
  readonly changed: number;
  readonly skipped: readonly TaskId[];
}

/** What operators need: the Manager, the dashboard, scripts. */
export interface StorageAdmin {
  /** The tasks with these ids, in the same order; unknown ones are left out. */
  peekTask(ids: readonly TaskId[], options?: CallOptions): Promise<readonly TaskInfo[]>;

  /**
   * One page of the tasks in a state: ready ones in the order they would be taken, delayed by start,
   * taken by deadline, dead by time of death, blocked by id. A task that keeps its state and place
   * while the pages are read is listed exactly once. A page costs O(limit).
   */
  listTasks(queueNum: QueueNum, state: TaskState, options: ListTasksOptions): Promise<TaskPage>;

  /**
   * Brings dead tasks back, ready, or blocked where their key is in use: the `count` longest dead,
   * or these. Attempts, start and ttl begin anew.
   */
  kickTask(
    queueNum: QueueNum,
    which: number | readonly TaskId[],
    options?: CallOptions,
  ): Promise<ChangeResult>;

  /** Makes delayed tasks ready now. */
  runNow(ids: readonly TaskId[], options?: CallOptions): Promise<ChangeResult>;

  /** Moves ready, delayed or blocked tasks to the dead letters. */
  buryWaiting(ids: readonly TaskId[], error: string, options?: CallOptions): Promise<ChangeResult>;

  /** Removes tasks in any state but taken. */
  cancelTask(ids: readonly TaskId[], options?: CallOptions): Promise<ChangeResult>;

  /** Cancels all tasks of a queue but the taken ones, in chunks, and resolves to their number. */
  clearQueue(queueNum: QueueNum, options?: CallOptions): Promise<number>;

  /** A paused queue gives out nothing; everything else works. */
  pauseQueue(queueNum: QueueNum, paused: boolean, options?: CallOptions): Promise<void>;
}
