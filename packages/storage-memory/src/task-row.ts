import type { Task, TaskId, TaskInfo, TaskState } from "@queue/runtime";
import { toDate, toDateOrNull } from "./epoch.js";
import type { OrderedSet } from "./ordered-set.js";
import { copiesOf, type Kept } from "./payload-copy.js";
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

/** A task as the table keeps it: times in milliseconds from its queue's epoch, changed in place. */
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
  /** `null` at the first activation. */
  prevStartTime: number | null;
  /** `null` without a ttl, and so is `expiresAt`. `Infinity` would be a double, which V8 keeps in a box. */
  ttlMs: number | null;
  expiresAt: number | null;
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

/** Of rows with a ttl. */
export const byExpiry = (a: TaskRow, b: TaskRow): number =>
  (a.expiresAt as number) - (b.expiresAt as number) || a.id - b.id;

export const hasExpired = (row: TaskRow, at: number): boolean =>
  row.expiresAt !== null && row.expiresAt <= at;

/** When a task that starts then expires; `null` without a ttl. */
export const expiryOf = (startTime: number, ttlMs: number | null): number | null =>
  ttlMs === null ? null : startTime + ttlMs;

export const byId = (a: TaskRow, b: TaskRow): number => a.id - b.id;

/**
 * The rows as their holder sees them. Payloads are copied on their way in and out: nobody can change ours.
 * Tasks of one batch share a Date where they have the same moment.
 */
export function toTasks(rows: readonly TaskRow[]): Task[] {
  const copies = copiesOf(rows);
  const tasks = new Array<Task>(rows.length);
  let last: Date | undefined;
  let lastTime = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as TaskRow;
    const { startTime, createdAt, queue } = row;
    if (last === undefined || startTime !== lastTime) {
      last = toDate(startTime, queue.epoch);
      lastTime = startTime;
    }
    tasks[i] = {
      taskId: row.id,
      lease: row.lease,
      queueNum: queue.num,
      data: copies[i] as Uint8Array,
      attempts: row.attempts,
      timeouts: row.timeouts,
      createdAt: createdAt === lastTime ? last : toDate(createdAt, queue.epoch),
      startTime: last,
      prevStartTime: toDateOrNull(row.prevStartTime, queue.epoch),
      priority: row.priority,
      key: row.key,
      headers: row.headers,
    };
  }
  return tasks;
}

/** The row as an operator sees it. */
export function toTaskInfo(row: TaskRow): TaskInfo {
  const { epoch } = row.queue;
  return {
    ...(toTasks([row])[0] as Task),
    state: row.state as TaskState,
    deadline: row.state === "taken" ? toDate(row.s1, epoch) : null,
    expiresAt: toDateOrNull(row.expiresAt, epoch),
    error: row.error,
  };
}
