import type { TaskState } from "@queue/runtime";
import { OrderedSet } from "./ordered-set.js";
import type { QueueRows } from "./queue-rows.js";
import { byId, hasExpired, type KeyLine, type TaskRow } from "./task-row.js";

// How a task changes its state. Pure and synchronous: `now` is an argument, and so is `at`, the
// moment a change was due, which may be earlier. All of a task's sets change together here.

/** How much overdue work one call may do: a million tasks due at once must not stop the process. */
export const MAX_MOVES = 1000;

/** Puts a row that is in no set into the set of its new state. */
export function enter(row: TaskRow, state: TaskState): void {
  const { queue } = row;
  row.state = state;
  row.s2 = 0;
  switch (state) {
    case "ready":
      row.s1 = row.priority;
      row.s2 = row.startTime;
      queue.readied++;
      break;
    case "delayed":
      row.s1 = row.startTime;
      break;
    case "blocked": {
      row.s1 = 0;
      const line = row.line as KeyLine;
      line.waiting ??= new OrderedSet(byId);
      line.waiting.add(row);
      break;
    }
    case "taken":
    case "dead":
      break; // who takes has set the deadline, and `die` the time of death
    default:
      state satisfies never;
  }
  queue.inState(state).add(row);
  if (row.expiresAt !== null && state !== "taken") queue.expiring.add(row);
  queue.mark();
}

/** Takes a row out of the set of its state; `enter` or `discard` must follow. */
export function leave(row: TaskRow): void {
  const { queue, state } = row;
  queue.inState(state as TaskState).delete(row);
  if (row.expiresAt !== null && state !== "taken") queue.expiring.delete(row);
  if (state === "blocked") row.line?.waiting?.delete(row);
}

/** Ready or delayed, by its start time. */
export function enterWaiting(row: TaskRow, now: number): void {
  enter(row, row.startTime <= now ? "ready" : "delayed");
}

/** A new or kicked task: behind the others of its key, if there are any. */
export function lineUp(row: TaskRow, now: number): void {
  if (row.key === null) {
    enterWaiting(row, now);
    return;
  }
  const line = findLine(row.queue, row.key, now) ?? openLine(row.queue, row.key);
  row.line = line;
  if (line.head !== null) {
    enter(row, "blocked");
  } else {
    line.head = row;
    enterWaiting(row, now);
  }
}

/** The line of a key that is in use, with everything due to its head applied. */
export function findLine(queue: QueueRows, key: string, now: number): KeyLine | undefined {
  const line = queue.keys.get(key);
  if (line !== undefined) applyDueToHead(line, now);
  return line?.head === null ? undefined : line;
}

function openLine(queue: QueueRows, key: string): KeyLine {
  const line: KeyLine = {
    queue,
    key,
    head: null,
    headSince: Number.NEGATIVE_INFINITY,
    waiting: null,
  };
  queue.keys.set(key, line);
  return line;
}

/** The end of a row that has left its set. If it was the head of its key, the next is freed at `at`. */
export function discard(row: TaskRow, at: number, now: number): void {
  row.state = "gone";
  row.queue.rows.delete(row.id);
  stepAside(row, at, now);
}

/** Leaves the line of its key. */
function stepAside(row: TaskRow, at: number, now: number): void {
  const { line } = row;
  row.line = null;
  if (line === null || line.head !== row) return;
  const next = line.waiting?.first();
  if (next === undefined) {
    line.head = null;
    line.queue.keys.delete(line.key);
    return;
  }
  leave(next);
  line.head = next;
  line.headSince = at;
  next.startTime = Math.max(next.startTime, at);
  enterWaiting(next, now);
}

/** A row that was taken, or waits, and has left its set, becomes a dead letter. */
export function die(row: TaskRow, error: string, now: number): void {
  row.queue.totals.buried++;
  row.error = error;
  if (hasExpired(row, now)) {
    row.queue.totals.expired++;
    discard(row, now, now);
    return;
  }
  stepAside(row, now, now);
  row.s1 = now;
  enter(row, "dead");
}

/** A row that was taken and has left its set waits again from `at` on, unless its ttl has passed. */
export function comeBack(row: TaskRow, at: number, now: number): void {
  if (hasExpired(row, at)) {
    row.queue.totals.expired++;
    discard(row, at, now);
  } else {
    enterWaiting(row, now);
  }
}

/** Applies what time has done to this row, and first to the head of its key. */
export function applyDue(row: TaskRow, now: number): void {
  if (row.line !== null && row.line.head !== row) applyDueToHead(row.line, now);
  applyOwnDue(row, now);
}

function applyDueToHead(line: KeyLine, now: number): void {
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const { head } = line;
    if (head === null) return;
    applyOwnDue(head, now);
    if (line.head === head) return; // otherwise the next one has come up, maybe long ago
  }
}

function applyOwnDue(row: TaskRow, now: number): void {
  if (row.state === "taken") {
    if (row.s1 > now) return;
    timeOut(row, now);
  }
  if (row.state === "gone") return;
  if (hasExpired(row, now)) {
    expire(row, now);
  } else if (row.state === "delayed" && row.startTime <= now) {
    leave(row);
    enter(row, "ready");
  }
}

/** The visibility timeout: its holder died or hung. */
function timeOut(row: TaskRow, now: number): void {
  leave(row);
  row.queue.totals.timedOut++;
  row.attempts++;
  row.timeouts++;
  row.prevStartTime = row.startTime;
  row.startTime = row.s1; // its deadline
  comeBack(row, row.s1, now);
}

function expire(row: TaskRow, now: number): void {
  // A task that came up when it had already expired frees its key when it came up, not before.
  const isHead = row.line !== null && row.line.head === row;
  const expiresAt = row.expiresAt as number;
  const at = isHead ? Math.max(expiresAt, (row.line as KeyLine).headSince) : expiresAt;
  leave(row);
  row.queue.totals.expired++;
  discard(row, at, now);
}

/** Moves what is due in a queue; a bounded number, and false when there may be more. */
export function advance(queue: QueueRows, now: number): boolean {
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const row = firstDue(queue, now);
    if (row === undefined) return true;
    applyDue(row, now);
  }
  return false;
}

function firstDue({ expiring, taken, delayed }: QueueRows, now: number): TaskRow | undefined {
  const expired = expiring.first();
  if (expired !== undefined && hasExpired(expired, now)) return expired;
  const overdue = taken.first();
  if (overdue !== undefined && overdue.s1 <= now) return overdue;
  const started = delayed.first();
  return started !== undefined && started.s1 <= now ? started : undefined;
}
