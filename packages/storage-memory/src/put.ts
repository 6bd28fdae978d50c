import type { PutTaskRequest, TaskId } from "@queue/runtime";
import { sinceEpoch } from "./epoch.js";
import { keep, NOTHING } from "./payload-copy.js";
import type { QueueRows } from "./queue-rows.js";
import { expiryOf, type KeyLine, type TaskRow } from "./task-row.js";
import { applyDue, enter, enterWaiting, findLine, leave, lineUp } from "./transitions.js";

/** A new task at the end of its queue. */
export function insert(queue: QueueRows, id: TaskId, request: PutTaskRequest, now: number): TaskId {
  const startTime = startOf(request, queue, now);
  const ttlMs = request.ttlMs ?? null;
  const row: TaskRow = {
    id,
    queue,
    createdAt: now,
    key: request.key ?? null,
    s1: 0,
    s2: 0,
    state: "ready",
    slab: NOTHING,
    from: 0,
    size: 0,
    headers: frozen(request.headers),
    priority: request.priority ?? 0,
    lease: 0,
    attempts: 0,
    timeouts: 0,
    startTime,
    prevStartTime: null,
    ttlMs,
    expiresAt: expiryOf(startTime, ttlMs),
    error: null,
    line: null,
  };
  keep(row, request.data, startTime > now);
  queue.rows.add(row);
  queue.totals.put++;
  lineUp(row, now);
  return id;
}

/** What `onKey` does with a key that is in use; the id it found, or nothing: then insert. */
export function putKeyed(
  queue: QueueRows,
  key: string,
  request: PutTaskRequest,
  now: number,
): TaskId | undefined {
  const { onKey = "add" } = request;
  if (onKey === "add") return undefined;
  const line = findLine(queue, key, now);
  if (line === undefined) return undefined;
  const last = lastWaiting(line, now);
  switch (onKey) {
    case "keep":
      return last?.id;
    case "replace":
      if (last !== undefined) replace(last, request, now);
      return last?.id;
    case "wake":
      if (last !== undefined) wake(last, startOf(request, queue, now), now);
      return last?.id ?? line.head?.id;
    default:
      return onKey satisfies never;
  }
}

/** The last in line that does not run yet. However many have expired: to find one of them loses a put. */
function lastWaiting(line: KeyLine, now: number): TaskRow | undefined {
  for (;;) {
    const last = line.waiting?.last() ?? line.head;
    if (last === null) return undefined;
    applyDue(last, now);
    if (last.state === "taken") return undefined; // so it is the head, and alone
    if (last.state !== "gone") return last;
  }
}

function replace(row: TaskRow, request: PutTaskRequest, now: number): void {
  rearrange(row, now, () => {
    row.headers = frozen(request.headers);
    row.priority = request.priority ?? 0;
    row.attempts = 0;
    row.timeouts = 0;
    row.prevStartTime = null;
    row.error = null;
    row.startTime = startOf(request, row.queue, now);
    keep(row, request.data, row.startTime > now);
    row.ttlMs = request.ttlMs ?? null;
    row.expiresAt = expiryOf(row.startTime, row.ttlMs);
  });
}

function wake(row: TaskRow, startTime: number, now: number): void {
  if (startTime >= row.startTime) return;
  rearrange(row, now, () => {
    row.startTime = startTime;
  });
}

/** Changes a waiting row and finds its new place. */
function rearrange(row: TaskRow, now: number, change: () => void): void {
  const blocked = row.state === "blocked";
  leave(row);
  change();
  if (blocked) enter(row, "blocked");
  else enterWaiting(row, now);
}

function startOf(
  { startTime, delayMs }: PutTaskRequest,
  { epoch }: QueueRows,
  now: number,
): number {
  if (startTime !== undefined) return sinceEpoch(startTime.getTime(), epoch);
  return delayMs === undefined ? now : now + delayMs;
}

function frozen(headers: Readonly<Record<string, string>> | undefined) {
  return headers === undefined ? null : Object.freeze({ ...headers });
}
