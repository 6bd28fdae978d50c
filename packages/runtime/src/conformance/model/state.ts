import type { QueueNum, TaskId } from "../../storage.js";

/** A task as the model keeps it. Times are epoch milliseconds. */
export interface ModelTask {
  readonly id: TaskId;
  readonly queueNum: QueueNum;
  readonly key: string | null;
  readonly createdAt: number;
  data: Uint8Array;
  priority: number;
  headers: Record<string, string> | null;
  ttlMs: number | null;
  /** `waiting` is ready or delayed: which of them, its start and the time decide. */
  state: "waiting" | "blocked" | "taken" | "dead";
  startTime: number;
  prevStartTime: number | null;
  expiresAt: number | null;
  attempts: number;
  timeouts: number;
  lease: number;
  deadline: number | null;
  /** The last it was given, by a get or a touch. */
  visibilityTimeoutMs: number;
  diedAt: number;
  error: string | null;
}

export interface ModelQueue {
  paused: boolean;
  putTotal: number;
  doneTotal: number;
  retriedTotal: number;
  timedOutTotal: number;
  releasedTotal: number;
  expiredTotal: number;
  buriedTotal: number;
  cancelledTotal: number;
}

export interface ModelState {
  now: number;
  nextId: TaskId;
  /** All tasks there are, by id. */
  tasks: ModelTask[];
  readonly queues: Map<QueueNum, ModelQueue>;
  /** Which task a put with this id went to, and when. */
  readonly putIds: { queueNum: QueueNum; putId: string; taskId: TaskId; at: number }[];
  readonly records: Map<string, { version: number; value: Uint8Array }>;
}

export function emptyState(now: number): ModelState {
  return { now, nextId: 1, tasks: [], queues: new Map(), putIds: [], records: new Map() };
}

/** The queue; it begins to exist here. */
export function queueOf(state: ModelState, queueNum: QueueNum): ModelQueue {
  let queue = state.queues.get(queueNum);
  if (queue === undefined) {
    queue = {
      paused: false,
      putTotal: 0,
      doneTotal: 0,
      retriedTotal: 0,
      timedOutTotal: 0,
      releasedTotal: 0,
      expiredTotal: 0,
      buriedTotal: 0,
      cancelledTotal: 0,
    };
    state.queues.set(queueNum, queue);
  }
  return queue;
}

export function taskOf(state: ModelState, id: TaskId): ModelTask | undefined {
  return state.tasks.find((task) => task.id === id);
}

function isExpired(task: ModelTask, at: number): boolean {
  return task.expiresAt !== null && at >= task.expiresAt;
}

/** The tasks of a key that hold it or wait for it; the dead do not count. */
export function lineOf(state: ModelState, queueNum: QueueNum, key: string | null): ModelTask[] {
  if (key === null) return [];
  return state.tasks.filter(
    (task) => task.queueNum === queueNum && task.key === key && task.state !== "dead",
  );
}

/** Takes the task out of its key's line; if it was the head, the next by id is freed. */
function leaveLine(state: ModelState, task: ModelTask, at: number): void {
  const wasHead = task.state === "waiting" || task.state === "taken";
  if (!wasHead) return;
  const next = lineOf(state, task.queueNum, task.key).find((other) => other.state === "blocked");
  if (next === undefined) return;
  next.state = "waiting";
  next.startTime = Math.max(next.startTime, at);
}

export function remove(state: ModelState, task: ModelTask, at: number): void {
  leaveLine(state, task, at);
  state.tasks = state.tasks.filter((other) => other !== task);
}

/** Back from a holder, unless the task is found expired. */
export function comeBack(state: ModelState, task: ModelTask, at: number): void {
  if (isExpired(task, at)) {
    queueOf(state, task.queueNum).expiredTotal += 1;
    remove(state, task, at);
    return;
  }
  task.state = "waiting";
  task.deadline = null;
}

export function bury(state: ModelState, task: ModelTask, error: string, at: number): void {
  leaveLine(state, task, at);
  task.state = "dead";
  task.deadline = null;
  task.diedAt = at;
  task.error = error;
}
