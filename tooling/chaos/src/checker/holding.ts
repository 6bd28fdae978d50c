import type { CheckContext } from "./check-context.js";
import type { Delivery, Settle, TaskLife } from "./indexed-history.js";

/** A task in somebody's hands: from a delivery until its settle or its timeout. */
export interface Holding {
  readonly life: TaskLife;
  readonly delivery: Delivery;
  /** Touches by this lease that were not lost, by invocation. */
  readonly touches: readonly Settle[];
  /** Other settles by this lease that were not lost: at most one of them has ended it. */
  readonly ends: readonly Settle[];
  /** No earlier than this does the lease time out, and no later. */
  readonly deadlineFrom: number;
  readonly deadlineTo: number;
  /** From this position on, and up to before that one, it was certainly held. */
  readonly from: number;
  readonly until: number;
}

const NONE: readonly Settle[] = [];

export function holdingsOf(context: CheckContext, life: TaskLife): Holding[] {
  const byLease = new Map<number, Settle[]>();
  for (const settle of life.settles) {
    if (settle.effect === "lost") continue;
    const list = byLease.get(settle.lease);
    if (list === undefined) byLease.set(settle.lease, [settle]);
    else list.push(settle);
  }
  return life.deliveries.map((delivery) =>
    holdingOf(context, life, delivery, byLease.get(delivery.task.lease) ?? NONE),
  );
}

function holdingOf(
  { history, options }: CheckContext,
  life: TaskLife,
  delivery: Delivery,
  settles: readonly Settle[],
): Holding {
  const touches = settles.filter(({ kind }) => kind === "touch");
  const ends = settles.filter(({ kind }) => kind !== "touch");
  const { call } = delivery;
  const leaseMs = call.call.visibilityTimeoutMs ?? options.visibilityTimeoutMs;
  const deadlineFrom = earliestDeadline(call.invokedAt + leaseMs, touches) - options.toleranceMs;
  const longestMs = touches.reduce((longest, { forMs = 0 }) => Math.max(longest, forMs), leaseMs);
  let deadlineTo = latestDeadline(call.endedAt + leaseMs, touches) + options.toleranceMs;
  for (const at of history.restartsAt)
    if (at >= call.invokedAt && at <= deadlineTo)
      deadlineTo = Math.max(deadlineTo, at + longestMs + options.toleranceMs);
  const settledFrom = ends.reduce((first, end) => Math.min(first, end.call.invoked), Infinity);
  return {
    life,
    delivery,
    touches,
    ends,
    deadlineFrom,
    deadlineTo,
    from: call.ended,
    until: Math.min(settledFrom, history.positionOf(deadlineFrom)),
  };
}

/**
 * A touch that was acknowledged proves that the lease lived, and sets its end anew: also to an earlier
 * one. One of unknown outcome, or under way at the same time, may have shortened it.
 */
function earliestDeadline(first: number, touches: readonly Settle[]): number {
  let deadline = first;
  let open: Settle[] = [];
  for (const touch of touches) {
    const { call, forMs = 0 } = touch;
    open = open.filter((other) => other.call.ended > call.invoked);
    if (touch.effect === "settled") {
      deadline = call.invokedAt + forMs;
      for (const other of open) deadline = Math.min(deadline, call.invokedAt + (other.forMs ?? 0));
    } else {
      deadline = Math.min(deadline, call.invokedAt + forMs);
    }
    open.push(touch);
  }
  return deadline;
}

/** Each touch of unknown outcome may have come at the last moment. */
function latestDeadline(first: number, touches: readonly Settle[]): number {
  let deadline = first;
  let unknownMs = 0;
  for (const { call, effect, forMs = 0 } of touches)
    if (effect === "unknown") unknownMs += forMs;
    else deadline = Math.max(deadline, call.endedAt + forMs);
  return deadline + unknownMs;
}
