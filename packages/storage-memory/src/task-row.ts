import type { QueueNum, Task, TaskId, TaskInfo, TaskState } from "@queue/runtime";
import type { OrderedSet } from "./ordered-set.js";
import { copiesOf, copyOf, type Kept } from "./payload-copy.js";
import type { QueueRows } from "./queue-rows.js";

/**
 * A task's place among those of its queue in the same state. What `s1` and `s2` mean depends on the
 * state: ready: priority, start; delayed: start; taken: deadline; dead: time of death; blocked: 0.
 */
export interface Position {
  readonly s1: number;
  readonly s2: number;
  readonly id: TaskId;
}

/** A task as the table keeps it: times in milliseconds, changed in place. */
export interface TaskRow extends Position, Kept {
  readonly id: TaskId;
  readonly queue: QueueRows;
  readonly createdAt: number;
  readonly key: string | null;
  s1: number;
  s2: number;
  state: TaskState | "gone";
  headers: Readonly<Record<string, string>> | null;
  priority: number;
  lease: number;
  attempts: number;
  timeouts: number;
  startTime: number;
  /** -1 at the first activation. */
  prevStartTime: number;
  ttlMs: number;
  /** `Infinity` without a ttl. */
  expiresAt: number;
  error: string | null;
  /** The line of its key; `null` without a key, and while dead. */
  line: KeyLine | null;
}

/** The living tasks of one key: the head may run, the others are blocked behind it, by id. */
export interface KeyLine {
  readonly queue: QueueRows;
  readonly key: string;
  head: TaskRow | null;
  /** When the head became the head by another's going. */
  headSince: number;
  /** Made with the second task: most keys never have one. */
  waiting: OrderedSet<TaskRow> | null;
}

export const byPosition = (a: Position, b: Position): number =>
  a.s1 - b.s1 || a.s2 - b.s2 || a.id - b.id;

export const byExpiry = (a: TaskRow, b: TaskRow): number =>
  a.expiresAt - b.expiresAt || a.id - b.id;

export const byId = (a: TaskRow, b: TaskRow): number => a.id - b.id;

/** The row as its holder sees it. Payloads are copied on their way in and out: nobody can change ours. */
export function toTask(row: TaskRow): Task {
  return taskOf(row, copyOf(row), (ms) => new Date(ms));
}

/** The rows as their holder sees them. Tasks of one batch share a Date where they have the same moment. */
export function toTasks(rows: readonly TaskRow[]): Task[] {
  const copies = copiesOf(rows);
  let last = new Date(0);
  const dateOf = (ms: number) => {
    if (last.getTime() !== ms) last = new Date(ms);
    return last;
  };
  return rows.map((row, i) => taskOf(row, copies[i] as Uint8Array, dateOf));
}

function taskOf(row: TaskRow, data: Uint8Array, dateOf: (ms: number) => Date): Task {
  return {
    taskId: row.id,
    lease: row.lease,
    queueNum: row.queue.num as QueueNum,
    data,
    attempts: row.attempts,
    timeouts: row.timeouts,
    createdAt: dateOf(row.createdAt),
    startTime: dateOf(row.startTime),
    prevStartTime: row.prevStartTime < 0 ? null : dateOf(row.prevStartTime),
    priority: row.priority,
    key: row.key,
    headers: row.headers,
  };
}

/** The row as an operator sees it. */
export function toTaskInfo(row: TaskRow): TaskInfo {
  return {
    ...toTask(row),
    state: row.state as TaskState,
    deadline: row.state === "taken" ? new Date(row.s1) : null,
    expiresAt: row.expiresAt === Number.POSITIVE_INFINITY ? null : new Date(row.expiresAt),
    error: row.error,
  };
}
