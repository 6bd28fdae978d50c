import type { TaskId } from "../../storage.js";
import type { ChangeResult } from "../../storage-admin.js";
import { cutError } from "./settle.js";
import { bury, lineOf, type ModelState, type ModelTask, queueOf, remove, taskOf } from "./state.js";
import { isDelayed } from "./time.js";

export function cancelOne(state: ModelState, task: ModelTask): void {
  queueOf(state, task.queueNum).cancelledTotal += 1;
  remove(state, task, state.now);
}

/** One after another, in the order given; an id given twice counts once. */
export function changeEach(
  state: ModelState,
  ids: readonly TaskId[],
  /** Whether it applied to the task. */
  change: (task: ModelTask) => boolean,
): ChangeResult {
  const skipped: TaskId[] = [];
  let changed = 0;
  for (const id of new Set(ids)) {
    const task = taskOf(state, id);
    if (task !== undefined && change(task)) changed += 1;
    else skipped.push(id);
  }
  return { changed, skipped };
}

export function kick(state: ModelState, task: ModelTask): boolean {
  if (task.state !== "dead") return false;
  const occupied = lineOf(state, task.queueNum, task.key).length > 0;
  task.state = occupied ? "blocked" : "waiting";
  task.attempts = 0;
  task.timeouts = 0;
  task.startTime = state.now;
  task.prevStartTime = null;
  task.error = null;
  task.expiresAt = task.ttlMs === null ? null : state.now + task.ttlMs;
  return true;
}

export function runNow(state: ModelState, task: ModelTask): boolean {
  if (!isDelayed(state, task)) return false;
  task.startTime = state.now;
  return true;
}

export function buryWaiting(state: ModelState, task: ModelTask, error: string): boolean {
  if (task.state !== "waiting" && task.state !== "blocked") return false;
  queueOf(state, task.queueNum).buriedTotal += 1;
  bury(state, task, cutError(error), state.now);
  return true;
}

export function cancel(state: ModelState, task: ModelTask): boolean {
  if (task.state === "taken") return false;
  cancelOne(state, task);
  return true;
}
