import type { CheckContext } from "../check-context.js";
import { mayBeGoneFrom } from "../endings.js";
import { type Violation, violation } from "../violation.js";

/** 1. What was acknowledged is done, expired, cancelled, or still stored at the end. */
export function noLoss(context: CheckContext): Violation[] {
  const { census, tasks } = context.history;
  const end = context.mark("census");
  if (census === undefined) return [];
  const violations: Violation[] = [];
  for (const life of tasks.values()) {
    const [put] = life.puts;
    if (put === undefined || census.has(life.id)) continue;
    if (mayBeGoneFrom(context, life) <= end) continue;
    const last = life.deliveries.at(-1)?.call;
    violations.push(
      violation(
        "no loss",
        `the put of task ${life.id} was acknowledged; nobody has finished or cancelled it, it cannot have expired, and it is not stored any more`,
        [put.call.invoked, put.call.ended, last?.invoked ?? -1, last?.ended ?? -1, end],
      ),
    );
  }
  return violations;
}
