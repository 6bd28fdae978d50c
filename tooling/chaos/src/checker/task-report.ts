import type { CheckContext } from "./check-context.js";
import type { Invariant, Violation } from "./violation.js";

/** How many tasks there were, and what is strange about some. */
export interface Tasks {
  readonly acknowledged: number;
  readonly done: number;
  readonly stored: number;
  /** Acknowledged and gone. */
  readonly lost: number;
  /** Not acknowledged, but there: their puts had arrived. */
  readonly recovered: number;
  /** There, though nobody put them so. */
  readonly unexpected: number;
  /** Delivered more than once. */
  readonly duplicated: number;
}

export function tasksOf(context: CheckContext, violations: readonly Violation[]): Tasks {
  const { tasks, census } = context.history;
  const lives = [...tasks.values()];
  const count = (test: (life: (typeof lives)[number]) => boolean) => lives.filter(test).length;
  const broken = (name: Invariant) =>
    violations.filter(({ invariant }) => invariant === name).length;
  return {
    acknowledged: count(({ puts }) => puts.length > 0),
    done: count(({ settles }) =>
      settles.some(({ kind, effect }) => kind === "done" && effect === "settled"),
    ),
    stored: census?.size ?? 0,
    lost: broken("no loss"),
    recovered: count(({ puts, deliveries }) => puts.length === 0 && deliveries.length > 0),
    unexpected: broken("no invention"),
    duplicated: count(({ deliveries }) => deliveries.length > 1),
  };
}
