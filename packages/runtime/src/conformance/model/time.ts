import { comeBack, type ModelState, type ModelTask, queueOf, remove } from "./state.js";

/** When something happens to this task by itself: its lease ends or its ttl does. */
function dueAt(task: ModelTask): number | null {
  return task.state === "taken" ? task.deadline : task.expiresAt;
}

function timeOut(state: ModelState, task: ModelTask, at: number): void {
  queueOf(state, task.queueNum).timedOutTotal += 1;
  task.attempts += 1;
  task.timeouts += 1;
  task.prevStartTime = task.startTime;
  task.startTime = at;
  comeBack(state, task, at);
}

function expire(state: ModelState, task: ModelTask, at: number): void {
  queueOf(state, task.queueNum).expiredTotal += 1;
  remove(state, task, at);
}

/**
 * Lets happen what is due, event by event in the order of time: each at its own moment, however
 * late it is carried out. (A delayed task that becomes ready changes nothing but its name.)
 */
export function applyDue(state: ModelState): void {
  for (;;) {
    let first: ModelTask | undefined;
    let at = state.now;
    for (const task of state.tasks) {
      const due = dueAt(task);
      if (due === null || due > at || (due === at && first !== undefined)) continue;
      first = task;
      at = due;
    }
    if (first === undefined) return;
    if (first.state === "taken") timeOut(state, first, at);
    else expire(state, first, at);
  }
}

/** The next moment at which anything changes by itself. */
export function nextDue(state: ModelState): number | null {
  let next: number | null = null;
  for (const task of state.tasks) {
    const delayed = task.state === "waiting" && task.startTime > state.now;
    for (const at of [dueAt(task), delayed ? task.startTime : null]) {
      if (at !== null && (next === null || at < next)) next = at;
    }
  }
  return next;
}

export function isReady(state: ModelState, task: ModelTask): boolean {
  return task.state === "waiting" && task.startTime <= state.now;
}

export function isDelayed(state: ModelState, task: ModelTask): boolean {
  return task.state === "waiting" && task.startTime > state.now;
}
