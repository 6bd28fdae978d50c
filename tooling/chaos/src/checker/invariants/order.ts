import type { TaskRecord } from "../../history/event.js";
import type { Activation } from "../activation.js";
import type { CheckContext } from "../check-context.js";
import { keyOf, knownSince, mayFreeKeyFrom } from "../endings.js";
import type { QueueLife, TaskLife } from "../indexed-history.js";
import { ReadySet } from "../ready-set.js";
import { type Violation, violation } from "../violation.js";

/** 7. Within a key by id, a kicked task excepted; within a queue by priority, start and id. */
export function order(context: CheckContext): Violation[] {
  const violations = withinKeys(context);
  if (context.options.order === "key") return violations;
  const activations = new Map<number, Activation[]>();
  for (const life of context.history.tasks.values()) {
    const list = activations.get(life.queueNum) ?? [];
    activations.set(life.queueNum, list);
    list.push(...context.activationsOf(life));
  }
  for (const queue of context.history.queues.values())
    violations.push(...withinQueue(queue, activations.get(queue.queueNum) ?? []));
  return violations;
}

function withinKeys(context: CheckContext): Violation[] {
  const keys = new Map<string, TaskLife[]>();
  for (const life of context.history.tasks.values()) {
    const key = keyOf(life);
    if (key === null) continue;
    const name = `${life.queueNum} ${key}`;
    const list = keys.get(name);
    if (list === undefined) keys.set(name, [life]);
    else list.push(life);
  }
  return [...keys.values()].flatMap((lives) => withinKey(context, lives));
}

/** Nobody is delivered while an older task of the key waits or runs. */
function withinKey(context: CheckContext, lives: readonly TaskLife[]): Violation[] {
  const violations: Violation[] = [];
  const byId = lives
    .map((life) => ({
      life,
      since: knownSince(life),
      until: mayFreeKeyFrom(context, life),
    }))
    .sort((a, b) => a.life.id - b.life.id);
  let latest = Number.NEGATIVE_INFINITY;
  byId.forEach(({ life, until }, place) => {
    for (const { call, task } of life.deliveries) {
      if (call.ended >= latest) continue; // every older one may have gone by then
      const older = byId
        .slice(0, place)
        .find((one) => one.since < call.invoked && one.until > call.ended);
      if (older === undefined) continue;
      const says = `task ${life.id} (lease ${task.lease}) was delivered before task ${older.life.id} of the same key ${task.key} had gone`;
      violations.push(violation("order", says, [older.since, call.invoked, call.ended]));
    }
    latest = Math.max(latest, until);
  });
  return violations;
}

/** The order in which ready tasks are taken. */
export function isBefore(a: TaskRecord, b: TaskRecord): boolean {
  if (a.priority !== b.priority) return a.priority < b.priority;
  if (a.startTime !== b.startTime) return a.startTime < b.startTime;
  return a.taskId < b.taskId;
}

function withinQueue(queue: QueueLife, activations: readonly Activation[]): Violation[] {
  const violations: Violation[] = [];
  const ready = new ReadySet(activations, isBefore);
  for (const get of queue.gets) {
    const tasks = get.answer?.kind === "tasks" ? get.answer.tasks : [];
    tasks.forEach((task, i) => {
      const before = tasks[i - 1];
      if (before !== undefined && isBefore(task, before)) {
        const says = `task ${task.taskId} comes after task ${before.taskId} in a batch, but is before it by priority, start and id`;
        violations.push(violation("order", says, [get.invoked, get.ended]));
      }
    });
    const first = ready.firstDuring(get.invoked, get.ended);
    if (first === undefined) continue;
    const { task, call } = first.delivery;
    const last = tasks.at(-1);
    const overtaken = last !== undefined && isBefore(task, last);
    if (!overtaken && tasks.length >= get.call.count) continue;
    if (!overtaken && tasks.some(({ data }) => data.startsWith("sha256:"))) continue; // 8 MiB a batch
    const what = overtaken ? `task ${last.taskId} was` : `only ${tasks.length} tasks were`;
    const says = `${what} taken while task ${task.taskId} was ready and left behind`;
    violations.push(violation("order", says, [first.from, get.invoked, get.ended, call.invoked]));
  }
  return violations;
}
