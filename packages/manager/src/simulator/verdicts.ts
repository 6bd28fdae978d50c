import { BOUND, MANAGER, PLAIN_LAG, ROUND_ROBIN, STATIC_SPLIT, WEIGHTED_LAG } from "./policies.js";
import type { Figures, Study } from "./study.js";

/** A figure that has to be reached, and whether it is. */
export interface Verdict {
  readonly workload: string;
  readonly promise: string;
  readonly measured: number;
  readonly limit: { readonly atMost: number } | { readonly atLeast: number };
  readonly holds: boolean;
}

/** Waiting below a thousandth of the target delay is no difference; nor is one task of ten thousand. */
const WAIT_RESOLUTION = 1e-3;
const MISS_RESOLUTION = 1e-4;

export function judgeStudy({ workload, figures }: Study): Verdict[] {
  const verdicts: Verdict[] = [];
  const of = (policy: string) => figures.find((one) => one.policy === policy);
  const judge = (promise: string, measured: number, limit: Verdict["limit"]) => {
    const holds = "atMost" in limit ? measured <= limit.atMost : measured >= limit.atLeast;
    verdicts.push({ workload: workload.name, promise, measured, limit, holds });
  };
  const [manager, bound, robin] = [of(MANAGER), of(BOUND), of(ROUND_ROBIN)];
  const [weighted, plain, pinned] = [of(WEIGHTED_LAG), of(PLAIN_LAG), of(STATIC_SPLIT)];

  if (manager && bound && workload.boundApplies)
    judge("p99, in p99 of the bound", ratio(manager.p99, bound.p99, WAIT_RESOLUTION), {
      atMost: 1.5,
    });
  for (const other of [robin, weighted])
    if (manager && other) neverWorse(manager, other, workload.overloaded, judge);
  if (manager && workload.steady)
    judge("processors re-homed per minute", manager.movedPerMinute, { atMost: 0.02 });
  if (manager)
    judge(
      "seconds that tasks of a queue waited with nobody at work",
      manager.longestAloneMs / 1_000,
      {
        atMost: 10,
      },
    );
  if (workload.name === "overload") {
    if (manager && robin)
      judge("misses, in misses of round robin", manager.misses / robin.misses, { atMost: 0.25 });
    for (const blind of [robin, plain])
      if (blind) judge(`misses of ${blind.policy}`, blind.misses, { atLeast: 0.2 });
    for (const aware of [manager, weighted])
      if (aware) judge(`misses of ${aware.policy}`, aware.misses, { atMost: 0.01 });
  }
  if (workload.name === "skew") {
    if (pinned) judge("misses of static split", pinned.misses, { atLeast: 0.5 });
    if (robin) judge("misses of round robin", robin.misses, { atMost: 0 });
  }
  return verdicts;
}

/** Where somebody has to miss, the p99 only says who: there misses alone are compared. */
function neverWorse(
  manager: Figures,
  other: Figures,
  overloaded: boolean,
  judge: (promise: string, measured: number, limit: Verdict["limit"]) => void,
): void {
  const limit = { atMost: 1.05 };
  const misses = ratio(manager.misses, other.misses, MISS_RESOLUTION);
  judge(`misses, in those of ${other.policy}`, misses, limit);
  if (!overloaded)
    judge(`p99, in that of ${other.policy}`, ratio(manager.p99, other.p99, WAIT_RESOLUTION), limit);
}

/** What lies below the resolution is equal. */
function ratio(ours: number, theirs: number, resolution: number): number {
  if (ours === theirs || Math.abs(ours - theirs) <= resolution) return 1;
  return ours / theirs;
}
