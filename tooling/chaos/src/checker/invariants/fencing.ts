import type { CheckContext } from "../check-context.js";
import type { Holding } from "../holding.js";
import type { CallRecord, Settle, TaskLife } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** 4. An old lease settles nothing, and is reported as lost; a living one is not. */
export function fencing(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  for (const life of context.history.tasks.values()) {
    const holdings = context.holdingsOf(life);
    const byLease = new Map(holdings.map((one) => [one.delivery.task.lease, one]));
    for (const settle of life.settles) {
      const holding = byLease.get(settle.lease);
      if (settle.effect === "settled") violations.push(...tooLate(life, settle, holding, holdings));
      if (settle.effect === "lost" && holding !== undefined)
        violations.push(...wronglyLost(life, settle, holding));
    }
    for (const holding of holdings) violations.push(...settledTwice(life, holding));
  }
  return [...violations, ...miscounted(context)];
}

const nameOf = ({ kind, lease }: Settle, { id }: TaskLife) =>
  `${kind} of task ${id} (lease ${lease})`;

function tooLate(
  life: TaskLife,
  settle: Settle,
  holding: Holding | undefined,
  holdings: readonly Holding[],
): Violation[] {
  const { call } = settle;
  const newer = holdings.find(
    ({ delivery }) => delivery.task.lease > settle.lease && delivery.call.ended < call.invoked,
  );
  if (newer !== undefined) {
    const says = `${nameOf(settle, life)} took effect though lease ${newer.delivery.task.lease} was given out before`;
    return [violation("fencing", says, [newer.delivery.call.ended, call.invoked, call.ended])];
  }
  if (holding === undefined || call.invokedAt < holding.deadlineTo) return [];
  const got = holding.delivery.call;
  const touches = holding.touches.map((touch) => touch.call.invoked).slice(-2);
  const says = `${nameOf(settle, life)} took effect after its lease had timed out`;
  return [
    violation("fencing", says, [got.invoked, got.ended, ...touches, call.invoked, call.ended]),
  ];
}

/** One settle ends a holding; whatever is made after it finds the lease over. */
function settledTwice(life: TaskLife, { ends, touches }: Holding): Violation[] {
  const [first, second] = ends.filter(({ effect }) => effect === "settled");
  if (first === undefined) return [];
  const revived = touches.find(
    ({ effect, call }) => effect === "settled" && call.invoked > first.call.ended,
  );
  const again = second ?? revived;
  if (again === undefined) return [];
  const says = `${nameOf(again, life)} took effect though ${nameOf(first, life)} had`;
  const positions = [first.call, again.call].flatMap(({ invoked, ended }) => [invoked, ended]);
  return [violation("fencing", says, positions)];
}

function wronglyLost(
  life: TaskLife,
  settle: Settle,
  { from, until, delivery }: Holding,
): Violation[] {
  const { call } = settle;
  if (call.invoked < from || call.ended >= until) return [];
  const says = `${nameOf(settle, life)} was reported as lost though its lease lived`;
  return [
    violation("fencing", says, [
      delivery.call.invoked,
      delivery.call.ended,
      call.invoked,
      call.ended,
    ]),
  ];
}

/** `settled` and `lost` together are the leases that were asked about. */
function miscounted({ history }: CheckContext): Violation[] {
  const violations: Violation[] = [];
  for (const record of history.calls) {
    const { call, answer } = record;
    if (answer?.kind !== "settled" || !("leases" in call)) continue;
    const asked = new Set(call.leases.map(({ taskId, lease }) => `${taskId}/${lease}`)).size;
    if (answer.settled + answer.lost.length !== asked)
      violations.push(wrongSum(record, asked, answer.settled, answer.lost.length));
  }
  return violations;
}

function wrongSum(
  { call, invoked, ended }: CallRecord,
  asked: number,
  settled: number,
  lost: number,
) {
  const says = `${call.method} of ${asked} leases says ${settled} settled and ${lost} lost`;
  return violation("fencing", says, [invoked, ended]);
}
