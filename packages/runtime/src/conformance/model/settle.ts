import type { BuryInfo, Lease, RetryInfo, SettleResult, TaskId } from "../../storage.js";
import {
  bury,
  comeBack,
  type ModelState,
  type ModelTask,
  queueOf,
  remove,
  taskOf,
} from "./state.js";

const LONGEST_ERROR = 4_096;

export function cutError(error: string): string {
  return error.slice(0, LONGEST_ERROR);
}

/** The task that this lease holds now. */
export function heldBy(state: ModelState, { taskId, lease }: Lease): ModelTask | undefined {
  const task = taskOf(state, taskId);
  return task?.state === "taken" && task.lease === lease ? task : undefined;
}

/** The lease begins now, whoever held the task before. */
export function hide(state: ModelState, task: ModelTask, visibilityTimeoutMs: number): void {
  task.visibilityTimeoutMs = Math.ceil(visibilityTimeoutMs);
  task.deadline = state.now + task.visibilityTimeoutMs;
}

export function doneOne(state: ModelState, task: ModelTask): void {
  queueOf(state, task.queueNum).doneTotal += 1;
  remove(state, task, state.now);
}

export function retryOne(state: ModelState, task: ModelTask, info: RetryInfo): void {
  const next = info.nextStartTime?.getTime() ?? state.now + Math.ceil(info.delayMs ?? 0);
  queueOf(state, task.queueNum).retriedTotal += 1;
  task.attempts += 1;
  task.prevStartTime = task.startTime;
  task.startTime = next;
  if (info.error !== undefined) task.error = cutError(info.error);
  if (task.expiresAt !== null) task.expiresAt += Math.max(0, next - state.now);
  comeBack(state, task, state.now);
}

export function releaseOne(state: ModelState, task: ModelTask): void {
  queueOf(state, task.queueNum).releasedTotal += 1;
  comeBack(state, task, state.now);
}

export function buryOne(state: ModelState, task: ModelTask, info: BuryInfo): void {
  queueOf(state, task.queueNum).buriedTotal += 1;
  comeBack(state, task, state.now);
  if (taskOf(state, task.id) !== undefined) bury(state, task, cutError(info.error), state.now);
}

/** Each lease is judged alone; equal ones count once, the first of them. */
export function settleEach<L extends Lease>(
  state: ModelState,
  leases: readonly L[],
  settle: (task: ModelTask, lease: L) => void,
): SettleResult {
  const seen = new Set<string>();
  const lost: TaskId[] = [];
  let settled = 0;
  for (const lease of leases) {
    const name = `${lease.taskId}/${lease.lease}`;
    if (seen.has(name)) continue;
    seen.add(name);
    const task = heldBy(state, lease);
    if (task === undefined) {
      lost.push(lease.taskId);
    } else {
      settled += 1;
      settle(task, lease);
    }
  }
  return { settled, lost };
}
