import type { PutTaskRequest, TaskId } from "../../storage.js";
import { lineOf, type ModelState, type ModelTask, queueOf } from "./state.js";
import { applyDue } from "./time.js";

const PUT_ID_MEMORY_MS = 3_600_000;

function startOf(state: ModelState, request: PutTaskRequest): number {
  if (request.startTime !== undefined) return request.startTime.getTime();
  return state.now + Math.ceil(request.delayMs ?? 0);
}

/** What an insertion and a replacement give the task. */
function contentOf(state: ModelState, request: PutTaskRequest) {
  const startTime = startOf(state, request);
  const ttlMs = request.ttlMs === undefined ? null : Math.ceil(request.ttlMs);
  return {
    data: request.data.slice(),
    priority: request.priority ?? 0,
    headers: request.headers === undefined ? null : { ...request.headers },
    ttlMs,
    startTime,
    expiresAt: ttlMs === null ? null : startTime + ttlMs,
    attempts: 0,
    timeouts: 0,
    prevStartTime: null,
    error: null,
  };
}

function insert(state: ModelState, request: PutTaskRequest): TaskId {
  const key = request.key ?? null;
  const occupied = lineOf(state, request.queueNum, key).length > 0;
  const id = state.nextId++;
  state.tasks.push({
    id,
    queueNum: request.queueNum,
    key,
    createdAt: state.now,
    state: occupied ? "blocked" : "waiting",
    lease: 0,
    deadline: null,
    visibilityTimeoutMs: 0,
    diedAt: 0,
    ...contentOf(state, request),
  });
  queueOf(state, request.queueNum).putTotal += 1;
  return id;
}

/** The last in line: the blocked one with the highest id, else a head that is not taken. */
function lastWaiting(line: readonly ModelTask[]): ModelTask | undefined {
  return (
    line.findLast((task) => task.state === "blocked") ??
    line.find((task) => task.state === "waiting")
  );
}

function putByKey(state: ModelState, request: PutTaskRequest): TaskId {
  const onKey = request.onKey ?? "add";
  const line = lineOf(state, request.queueNum, request.key ?? null);
  const last = lastWaiting(line);
  if (onKey === "add" || line.length === 0) return insert(state, request);
  if (last === undefined) {
    const taken = line[0] as ModelTask;
    return onKey === "wake" ? taken.id : insert(state, request);
  }
  if (onKey === "replace") Object.assign(last, contentOf(state, request));
  if (onKey === "wake") last.startTime = Math.min(last.startTime, startOf(state, request));
  return last.id;
}

export function put(state: ModelState, request: PutTaskRequest): TaskId {
  applyDue(state);
  const { queueNum, putId } = request;
  if (putId === undefined) return putByKey(state, request);
  const earlier = state.putIds.find(
    (entry) =>
      entry.queueNum === queueNum &&
      entry.putId === putId &&
      state.now < entry.at + PUT_ID_MEMORY_MS,
  );
  if (earlier !== undefined) return earlier.taskId;
  const taskId = putByKey(state, request);
  state.putIds.push({ queueNum, putId, taskId, at: state.now });
  return taskId;
}
