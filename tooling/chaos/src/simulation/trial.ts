import { checkHistory, type Verdict } from "../checker/check-history.js";
import { countHistory } from "./coverage.js";
import type { Plan } from "./plan.js";
import { type Alterations, type Simulated, simulate } from "./simulate.js";

export interface Trial extends Simulated {
  readonly plan: Plan;
  readonly verdict: Verdict;
}

/** Runs a plan and judges its history. */
export async function tryPlan(plan: Plan, alter?: Alterations): Promise<Trial> {
  const { events, counts } = await simulate(plan, alter);
  return { plan, events, counts, verdict: checkHistory(events) };
}

/** How often what happened: what the world counted and what its history shows. */
export function countsOf({ events, counts }: Simulated): Map<string, number> {
  return new Map([...counts, ...countHistory(events)]);
}
