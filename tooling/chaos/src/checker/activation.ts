import { isMeddledWith } from "./changes.js";
import type { CheckContext } from "./check-context.js";
import type { Holding } from "./holding.js";
import type { Delivery, TaskLife } from "./indexed-history.js";

/** A time in which a task was certainly ready: nobody held it, and it was due. */
export interface Activation {
  readonly delivery: Delivery;
  readonly from: number;
  readonly fromAt: number;
  /** The position of the get that took it. */
  readonly until: number;
}

/** The certain ones only: whatever may have been moved, held unseen or paused is left out. */
export function activationsOf(context: CheckContext, life: TaskLife): Activation[] {
  if (life.puts.length !== 1 || isMeddledWith(context, life)) return [];
  const pauses = context.pausedSpansOf(life);
  const activations: Activation[] = [];
  let last: Holding | undefined;
  for (const next of context.holdingsOf(life)) {
    const one = activationOf(context, life, last, next);
    last = next;
    if (one === undefined || one.from >= one.until) continue;
    if (!pauses.some(({ from, to }) => from < one.until && to > one.from)) activations.push(one);
  }
  return activations;
}

function activationOf(
  context: CheckContext,
  life: TaskLife,
  last: Holding | undefined,
  { delivery }: Holding,
): Activation | undefined {
  const { call, task } = delivery;
  if (task.lease !== (last?.delivery.task.lease ?? 0) + 1) return undefined;
  const back = last === undefined ? life.puts[0]?.call : backBy(last);
  if (back === "unknown") return undefined;
  // A key may have been freed anywhere within the millisecond that its start time names.
  const withinMs = task.key === null ? 0 : 1;
  const startAt = context.moment(task.startTime) + withinMs + context.options.toleranceMs;
  return {
    delivery,
    from: Math.max(back?.ended ?? 0, context.history.positionOf(startAt)),
    fromAt: Math.max(back?.endedAt ?? Number.NEGATIVE_INFINITY, startAt),
    until: call.invoked,
  };
}

/** The call that gave the task back; none after a timeout, whose moment is the start time. */
function backBy({ ends }: Holding) {
  if (ends.length === 0) return undefined;
  return ends.find(({ effect }) => effect === "settled")?.call ?? "unknown";
}
