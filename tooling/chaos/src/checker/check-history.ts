import type { HistoryEvent } from "../history/event.js";
import { CheckContext, type CheckOptions } from "./check-context.js";
import { indexHistory } from "./index-history.js";
import { conservation } from "./invariants/conservation.js";
import { counters } from "./invariants/counters.js";
import { fencing } from "./invariants/fencing.js";
import { leaseExclusion } from "./invariants/lease-exclusion.js";
import { liveness } from "./invariants/liveness.js";
import { noInvention } from "./invariants/no-invention.js";
import { noLoss } from "./invariants/no-loss.js";
import { noResurrection } from "./invariants/no-resurrection.js";
import { order } from "./invariants/order.js";
import { punctuality } from "./invariants/punctuality.js";
import { type Tasks, tasksOf } from "./task-report.js";
import type { Invariant, Violation } from "./violation.js";

export interface Verdict {
  readonly violations: readonly Violation[];
  readonly tasks: Tasks;
}

const CHECKS: Readonly<Record<Invariant, (context: CheckContext) => Violation[]>> = {
  "no loss": noLoss,
  "no invention": noInvention,
  "lease exclusion": leaseExclusion,
  fencing,
  counters,
  punctuality,
  order,
  conservation,
  liveness,
  "no resurrection": noResurrection,
};

/** Judges a history. Pure: the same events, the same verdict. */
export function checkHistory(events: readonly HistoryEvent[], options?: CheckOptions): Verdict {
  const context = new CheckContext(indexHistory(events), options);
  const violations = Object.values(CHECKS).flatMap((check) => check(context));
  return { violations, tasks: tasksOf(context, violations) };
}
