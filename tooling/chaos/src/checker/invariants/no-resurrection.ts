import { mayBeginAnew } from "../changes.js";
import type { CheckContext } from "../check-context.js";
import { latestExpiry } from "../endings.js";
import type { CallRecord, TaskLife } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** 10. What is done, cancelled or expired is never delivered again; what is buried only if kicked. */
export function noResurrection(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  for (const life of context.history.tasks.values()) {
    violations.push(...afterDone(life), ...afterCancel(life), ...afterExpiry(context, life));
    violations.push(...afterBurial(context, life), ...reused(life));
  }
  return violations;
}

function risen(life: TaskLife, what: string, gone: number, seen: CallRecord): Violation {
  const says = `task ${life.id} ${what}`;
  return violation("no resurrection", says, [gone, seen.invoked, seen.ended]);
}

function afterDone(life: TaskLife): Violation[] {
  const violations: Violation[] = [];
  for (const { kind, effect, lease, call } of life.settles) {
    if (kind !== "done" || effect !== "settled") continue;
    const again = life.deliveries.find(({ task }) => task.lease > lease);
    if (again !== undefined)
      violations.push(
        risen(life, `was done (lease ${lease}) and delivered again`, call.ended, again.call),
      );
    const seen = life.sightings.find((one) => one.call.invoked > call.ended);
    if (seen !== undefined)
      violations.push(risen(life, "was done and is still stored", call.ended, seen.call));
  }
  const [told] = life.told;
  const again = life.deliveries.find(({ call }) => call.invoked > (told ?? Infinity));
  if (told !== undefined && again !== undefined)
    violations.push(
      risen(life, "was delivered again after its handler was told it is done", told, again.call),
    );
  return violations;
}

function afterCancel(life: TaskLife): Violation[] {
  const cancelled = life.changes.find(
    ({ kind, effect }) => kind === "cancel" && effect === "changed",
  );
  if (cancelled === undefined) return [];
  const gone = cancelled.call.ended;
  const again = [...life.deliveries, ...life.sightings].find(({ call }) => call.invoked > gone);
  return again === undefined ? [] : [risen(life, "was cancelled and came back", gone, again.call)];
}

function afterExpiry(context: CheckContext, life: TaskLife): Violation[] {
  const expiry = latestExpiry(context, life);
  if (expiry === Number.POSITIVE_INFINITY) return [];
  const late = life.deliveries.find(({ call }) => call.invokedAt >= expiry);
  if (late === undefined) return [];
  const ms = late.call.invokedAt - expiry;
  const put = life.puts[0]?.call.invoked ?? -1;
  return [risen(life, `was delivered ${ms} ms or more after it had expired`, put, late.call)];
}

function afterBurial(context: CheckContext, life: TaskLife): Violation[] {
  const violations: Violation[] = [];
  const holdings = context.holdingsOf(life);
  holdings.forEach((holding, i) => {
    const next = holdings[i + 1];
    const buried = holding.ends.find(({ kind, effect }) => kind === "bury" && effect === "settled");
    if (buried === undefined || next === undefined) return;
    if (mayBeginAnew(context, life, holding, next)) return;
    violations.push(
      risen(life, "was buried and delivered without a kick", buried.call.ended, next.delivery.call),
    );
  });
  return violations;
}

/** Ids are never reused: only a `putId` may lead back to a task that is done. */
function reused(life: TaskLife): Violation[] {
  const done = life.settles.find(({ kind, effect }) => kind === "done" && effect === "settled");
  if (done === undefined) return [];
  const again = life.puts.find(
    ({ call, put }) => put.putId === undefined && call.invoked > done.call.ended,
  );
  if (again === undefined) return [];
  return [risen(life, "was done, and a new put got its id", done.call.ended, again.call)];
}
