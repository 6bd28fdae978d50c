import {
  type ChangeResult,
  LIMITS,
  QueueError,
  type QueueNum,
  type TaskId,
  type TaskInfo,
  type TaskPage,
  type TaskState,
} from "@queue/runtime";
import type { QueueRows } from "./queue-rows.js";
import { expiryOf, hasExpired, type Position, type TaskRow, toTaskInfo } from "./task-row.js";
import type { TaskTable } from "./task-table.js";
import { advance, applyDue, die, discard, enter, leave, lineUp } from "./transitions.js";

// What operators do to the table; the same rules as in task-table.ts.

export function peek(table: TaskTable, ids: readonly TaskId[], now: number): TaskInfo[] {
  const infos: TaskInfo[] = [];
  for (const id of ids) {
    const row = current(table, id, now);
    if (row !== undefined) infos.push(toTaskInfo(row));
  }
  return infos;
}

export function list(
  table: TaskTable,
  num: QueueNum,
  state: TaskState,
  { cursor, limit }: { readonly cursor?: string; readonly limit: number },
  now: number,
): TaskPage {
  const from = cursor === undefined ? undefined : parseCursor(cursor);
  const tasks: TaskInfo[] = [];
  const queue = table.queues.get(num);
  if (queue === undefined) return { tasks, cursor: null };
  advance(queue, now);
  let bytes = 0;
  let last: Position | undefined;
  let more = false;
  queue.inState(state).scan(from, (row) => {
    if (state !== "taken" && hasExpired(row, now)) return true; // more was due than one call moves
    bytes += row.size;
    more = tasks.length === limit || (bytes > LIMITS.pageBytes && tasks.length > 0);
    if (more) return false;
    tasks.push(toTaskInfo(row));
    last = { s1: row.s1, s2: row.s2, id: row.id };
    return true;
  });
  return { tasks, cursor: more && last !== undefined ? formatCursor(last) : null };
}

const formatCursor = ({ s1, s2, id }: Position): string => `${s1}:${s2}:${id}`;

function parseCursor(cursor: string): Position {
  const parts = /^(-?\d{1,16}):(-?\d{1,16}):(\d{1,16})$/.exec(cursor);
  if (parts === null)
    throw new QueueError(
      "INVALID_ARGUMENT",
      "cursor is none that listTasks gave; begin again without one",
      { details: { argument: "cursor" } },
    );
  return { s1: Number(parts[1]), s2: Number(parts[2]), id: Number(parts[3]) };
}

export function kick(
  table: TaskTable,
  num: QueueNum,
  which: number | readonly TaskId[],
  now: number,
): ChangeResult {
  if (typeof which === "number") return kickLongestDead(table.queues.get(num), which, now);
  return change(table, which, now, (row) => {
    if (row.queue.num !== num || row.state !== "dead") return false;
    revive(row, now);
    return true;
  });
}

function kickLongestDead(queue: QueueRows | undefined, count: number, now: number): ChangeResult {
  let changed = 0;
  while (changed < count) {
    const row = queue?.dead.first();
    if (row === undefined) break;
    applyDue(row, now);
    if (row.state !== "dead") continue;
    revive(row, now);
    changed++;
  }
  return { changed, skipped: [] };
}

function revive(row: TaskRow, now: number): void {
  leave(row);
  row.attempts = 0;
  row.timeouts = 0;
  row.startTime = now;
  row.prevStartTime = null;
  row.error = null;
  row.expiresAt = expiryOf(now, row.ttlMs);
  lineUp(row, now);
}

export function runNow(table: TaskTable, ids: readonly TaskId[], now: number): ChangeResult {
  return change(table, ids, now, (row) => {
    if (row.state !== "delayed") return false;
    leave(row);
    row.startTime = now;
    enter(row, "ready");
    return true;
  });
}

export function buryWaiting(
  table: TaskTable,
  ids: readonly TaskId[],
  error: string,
  now: number,
): ChangeResult {
  return change(table, ids, now, (row) => {
    if (row.state === "taken" || row.state === "dead") return false;
    leave(row);
    die(row, error, now);
    return true;
  });
}

export function cancel(table: TaskTable, ids: readonly TaskId[], now: number): ChangeResult {
  return change(table, ids, now, (row) => {
    if (row.state === "taken") return false;
    cancelRow(row, now);
    return true;
  });
}

export function cancelRow(row: TaskRow, now: number): void {
  leave(row);
  row.queue.totals.cancelled++;
  discard(row, now, now);
}

export function clear(table: TaskTable, num: QueueNum, now: number): number {
  const queue = table.queues.get(num);
  if (queue === undefined) return 0;
  while (!advance(queue, now)); // what has expired was not cancelled
  let cancelled = 0;
  // The blocked first: cancelling a head would only bring the next one up.
  for (const set of [queue.blocked, queue.ready, queue.delayed, queue.dead]) {
    for (let row = set.first(); row !== undefined; row = set.first()) {
      cancelRow(row, now);
      cancelled++;
    }
  }
  return cancelled;
}

/** The row with everything due applied, if it is still there. */
export function current(table: TaskTable, id: TaskId, now: number): TaskRow | undefined {
  const row = table.rows.get(id);
  if (row === undefined) return undefined;
  applyDue(row, now);
  return row.state === "gone" ? undefined : row;
}

function change(
  table: TaskTable,
  ids: readonly TaskId[],
  now: number,
  act: (row: TaskRow) => boolean,
): ChangeResult {
  const skipped: TaskId[] = [];
  for (const id of ids) {
    const row = current(table, id, now);
    if (row === undefined || !act(row)) skipped.push(id);
  }
  return { changed: ids.length - skipped.length, skipped };
}
