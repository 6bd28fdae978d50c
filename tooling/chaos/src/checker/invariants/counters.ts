import type { TaskRecord } from "../../history/event.js";
import { mayBeginAnew } from "../changes.js";
import type { CheckContext } from "../check-context.js";
import type { Holding } from "../holding.js";
import type { TaskLife } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** What a way back into the queue adds, and the start time it leaves behind. */
interface WayBack {
  readonly attempts: number;
  readonly timeouts: number;
  readonly prevStartTime: number | null;
}

/**
 * 5. Leases grow by one a take, attempts by one a retry or timeout, timeouts by one a timeout;
 * `prevStartTime` is the start before. Takes that nobody saw may stand in between, no more of them than
 * gets of unknown outcome.
 */
export function counters(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  for (const life of context.history.tasks.values()) {
    let unseen = 0;
    let last: Holding | undefined;
    for (const next of context.holdingsOf(life)) {
      const gap = next.delivery.task.lease - (last?.delivery.task.lease ?? 0) - 1;
      unseen += Math.max(0, gap);
      violations.push(...leaseGrows(context, life, last, next, unseen));
      if (gap >= 0 && !isExplained(context, life, last, next, gap))
        violations.push(unexplained(life, last, next));
      last = next;
    }
  }
  return violations;
}

function leaseGrows(
  { history }: CheckContext,
  life: TaskLife,
  last: Holding | undefined,
  next: Holding,
  unseen: number,
): Violation[] {
  const { call, task } = next.delivery;
  const say = (says: string) => [
    violation("counters", `task ${life.id} ${says}`, [
      last?.delivery.call.invoked ?? -1,
      last?.delivery.call.ended ?? -1,
      call.invoked,
      call.ended,
    ]),
  ];
  if (last !== undefined && last.delivery.task.lease === task.lease)
    return say(`was delivered twice with lease ${task.lease}`);
  if (last !== undefined && call.ended < last.delivery.call.invoked)
    return say(`was delivered with lease ${task.lease} before lease ${last.delivery.task.lease}`);
  if (unseen === 0) return [];
  const blind = history.queues.get(life.queueNum)?.blindGets ?? [];
  let possible = 0;
  for (const get of blind) if (get.invoked < call.ended) possible++;
  if (unseen <= possible) return [];
  return say(
    `was delivered with lease ${task.lease}: ${unseen} takes that nobody saw, but only ${possible} gets of unknown outcome`,
  );
}

/** Whether some way back, and `gap` unseen takes behind it, lead from one delivery to the next. */
function isExplained(
  context: CheckContext,
  life: TaskLife,
  last: Holding | undefined,
  next: Holding,
  gap: number,
): boolean {
  const { task } = next.delivery;
  const fresh: WayBack = { attempts: 0, timeouts: 0, prevStartTime: null };
  if ((last === undefined || mayBeginAnew(context, life, last, next)) && fits(fresh, task, gap))
    return true;
  if (last === undefined) return false;
  return waysBack(last).some((way) => fits(way, task, gap));
}

function fits(way: WayBack, task: TaskRecord, gap: number): boolean {
  const attempts = task.attempts - way.attempts;
  const timeouts = task.timeouts - way.timeouts;
  if (attempts < 0 || attempts > gap || timeouts < 0 || timeouts > attempts) return false;
  return attempts > 0 || task.prevStartTime === way.prevStartTime;
}

/** How a holding may have ended, if the task came back. */
function waysBack({ delivery: { task }, ends }: Holding): WayBack[] {
  const { attempts, timeouts, startTime, prevStartTime } = task;
  const retried = { attempts: attempts + 1, timeouts, prevStartTime: startTime };
  const released = { attempts, timeouts, prevStartTime };
  const timedOut = { attempts: attempts + 1, timeouts: timeouts + 1, prevStartTime: startTime };
  const settled = ends.find(({ effect }) => effect === "settled");
  const kinds = (settled === undefined ? ends : [settled]).map(({ kind }) => kind);
  return [
    ...(settled === undefined ? [timedOut] : []),
    ...(kinds.includes("retry") ? [retried] : []),
    ...(kinds.includes("release") ? [released] : []),
  ];
}

function unexplained(life: TaskLife, last: Holding | undefined, next: Holding): Violation {
  const { call, task } = next.delivery;
  const show = ({ attempts, timeouts, prevStartTime, startTime }: TaskRecord) =>
    `attempts ${attempts}, timeouts ${timeouts}, startTime ${startTime}, prevStartTime ${prevStartTime}`;
  const before = last === undefined ? "first" : `after ${show(last.delivery.task)}`;
  const ends = last?.ends.map(({ kind, effect }) => `${kind} ${effect}`).join(", ");
  const how = last === undefined ? "" : ` and ${ends === "" ? "a timeout" : ends}`;
  return violation(
    "counters",
    `task ${life.id} was delivered (lease ${task.lease}) with ${show(task)}, ${before}${how}`,
    [
      last?.delivery.call.ended ?? -1,
      ...(last?.ends.flatMap((end) => [end.call.invoked, end.call.ended]) ?? []),
      call.invoked,
      call.ended,
    ],
  );
}
