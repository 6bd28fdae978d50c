import {
  type BuryInfo,
  type Lease,
  LIMITS,
  type PutTaskRequest,
  type QueueNum,
  type QueueStat,
  type RetryInfo,
  type SettleResult,
  type Task,
  type TaskId,
} from "@queue/runtime";
import { sinceEpoch } from "./epoch.js";
import { insert, putKeyed } from "./put.js";
import { QueueRows } from "./queue-rows.js";
import { RowIndex } from "./row-index.js";
import { hasExpired, type TaskRow, toTasks } from "./task-row.js";
import {
  advance,
  applyDue,
  comeBack,
  die,
  discard,
  enter,
  leave,
  MAX_MOVES,
} from "./transitions.js";

/**
 * All tasks of a storage and the rules of their life: synchronous, without promises and clocks.
 * Every method first applies what is due to what it touches. Arguments have been checked.
 */
export class TaskTable {
  readonly rows = new RowIndex();
  readonly queues = new Map<QueueNum, QueueRows>();
  /** Queues in which something was entered since the caller last emptied this list. */
  readonly changed: QueueRows[] = [];
  #lastId = 0;
  #lastQueue: QueueRows | undefined;
  readonly #epoch: number;

  constructor(epoch = 0) {
    this.#epoch = epoch;
  }

  /** The queue, made at its first use. */
  queue(num: QueueNum): QueueRows {
    // The tasks of a list are mostly put into one queue.
    if (this.#lastQueue?.num === num) return this.#lastQueue;
    let queue = this.queues.get(num);
    if (queue === undefined) {
      queue = new QueueRows(num, this.#epoch, this.rows, this.changed);
      this.queues.set(num, queue);
    }
    this.#lastQueue = queue;
    return queue;
  }

  put(request: PutTaskRequest, now: number): TaskId {
    const queue = this.queue(request.queueNum);
    const { key, putId } = request;
    const known = putId === undefined ? undefined : queue.putIds.find(putId, now);
    if (known !== undefined) return known;
    const found = key === undefined ? undefined : putKeyed(queue, key, request, now);
    const id = found ?? insert(queue, ++this.#lastId, request, now);
    if (putId !== undefined) queue.putIds.remember(putId, id, now);
    return id;
  }

  take(num: QueueNum, count: number, now: number, visibilityTimeoutMs: number): Task[] {
    const queue = this.queues.get(num);
    if (queue === undefined) return [];
    advance(queue, now);
    if (queue.paused) return [];
    const taken: TaskRow[] = [];
    let bytes = 0;
    for (let moves = 0; taken.length < count && moves < count + MAX_MOVES; moves++) {
      const row = queue.ready.first();
      if (row === undefined) break;
      if (hasExpired(row, now)) {
        applyDue(row, now);
        continue;
      }
      bytes += row.size;
      if (bytes > LIMITS.pageBytes && taken.length > 0) break;
      leave(row);
      row.lease++;
      row.s1 = now + visibilityTimeoutMs;
      enter(row, "taken");
      taken.push(row);
    }
    return toTasks(taken);
  }

  /** The row, if this lease still holds it. */
  held({ taskId, lease }: Lease, now: number): TaskRow | undefined {
    const row = this.rows.get(taskId);
    if (row === undefined || row.state !== "taken" || row.lease !== lease) return undefined;
    if (row.s1 > now) return row; // its deadline
    applyDue(row, now);
    return undefined;
  }

  done(row: TaskRow, now: number): void {
    leave(row);
    row.queue.totals.done++;
    discard(row, now, now);
  }

  retry(row: TaskRow, { nextStartTime, delayMs, error }: RetryInfo, now: number): void {
    leave(row);
    row.queue.totals.retried++;
    const startTime =
      nextStartTime === undefined
        ? now + delayMs
        : sinceEpoch(nextStartTime.getTime(), row.queue.epoch);
    if (row.expiresAt !== null) row.expiresAt += Math.max(0, startTime - now);
    row.attempts++;
    row.prevStartTime = row.startTime;
    row.startTime = startTime;
    if (error !== undefined) row.error = error;
    comeBack(row, now, now);
  }

  release(row: TaskRow, now: number): void {
    leave(row);
    row.queue.totals.released++;
    comeBack(row, now, now);
  }

  bury(row: TaskRow, { error }: BuryInfo, now: number): void {
    leave(row);
    die(row, error, now);
  }

  touch(row: TaskRow, deadline: number): void {
    leave(row);
    row.s1 = deadline;
    enter(row, "taken");
  }

  /** Does `change` to the rows that are still held, and names the rest. */
  settle<T extends Lease>(
    leases: readonly T[],
    now: number,
    change: (row: TaskRow, lease: T) => void,
  ): SettleResult {
    const lost: TaskId[] = [];
    for (const lease of leases) {
      const row = this.held(lease, now);
      if (row === undefined) lost.push(lease.taskId);
      else change(row, lease);
    }
    return { settled: leases.length - lost.length, lost };
  }

  /** Those of the queues that have a task to give out. */
  readyAmong(nums: readonly QueueNum[], now: number): QueueNum[] {
    return nums.filter((num) => {
      const queue = this.queues.get(num);
      if (queue === undefined) return false;
      advance(queue, now);
      return !queue.paused && queue.ready.size > 0;
    });
  }

  stat(now: number): Map<QueueNum, QueueStat> {
    const stats = new Map<QueueNum, QueueStat>();
    for (const [num, queue] of this.queues) {
      advance(queue, now);
      stats.set(num, queue.stat());
    }
    return stats;
  }
}
