import { createHash } from "node:crypto";
import { explain, showEvent } from "../checker/explain.js";
import type { HistoryEvent } from "../history/event.js";
import { Coverage } from "./coverage.js";
import { planFromSeed } from "./plan-from-seed.js";
import type { Alterations } from "./simulate.js";
import { countsOf, tryPlan } from "./trial.js";

/** Worlds that run side by side in a thread: they share the turns of the event loop, and nothing else. */
const AT_ONCE = 4;
/** A failure is told by its first violations: the others mostly follow from them. */
const SHOWN_VIOLATIONS = 3;

export interface SeedRange {
  readonly from: number;
  readonly to: number;
}

/** What is wanted beside the verdicts. */
export interface Extras {
  readonly coverage?: boolean;
  readonly history?: boolean;
  readonly hash?: boolean;
}

export interface SeedFailure {
  readonly seed: number;
  readonly invariants: readonly string[];
  /** In words, with the events that show it. */
  readonly text: string;
}

export interface SeedResults {
  readonly failures: SeedFailure[];
  readonly coverage: ReturnType<Coverage["entries"]>;
  /** By seed. */
  readonly histories: [seed: number, text: string][];
  readonly hashes: [seed: number, hash: string][];
}

export async function trySeeds(
  { from, to }: SeedRange,
  alter?: Alterations,
  extras: Extras = {},
): Promise<SeedResults> {
  const results: SeedResults = { failures: [], coverage: [], histories: [], hashes: [] };
  const coverage = new Coverage();
  let next = from;
  const lane = async () => {
    while (next <= to) {
      const seed = next++;
      const trial = await tryPlan(planFromSeed(seed), alter);
      const { events, verdict } = trial;
      if (verdict.violations.length > 0) results.failures.push(failureOf(seed, trial));
      if (extras.coverage) coverage.add(countsOf(trial));
      if (extras.hash) results.hashes.push([seed, hashOf(events)]);
      if (extras.history) results.histories.push([seed, historyText(events)]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  for (const list of [results.failures, results.hashes, results.histories])
    (list as unknown[]).sort((a, b) => seedOf(a) - seedOf(b));
  return { ...results, coverage: coverage.entries() };
}

const seedOf = (one: unknown): number =>
  Array.isArray(one) ? (one[0] as number) : (one as SeedFailure).seed;

function failureOf(seed: number, { events, verdict }: Awaited<ReturnType<typeof tryPlan>>) {
  const { violations } = verdict;
  const told = violations.slice(0, SHOWN_VIOLATIONS).map((one) => explain(one, events));
  const more = violations.length - told.length;
  const text = [...told, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
  return { seed, invariants: [...new Set(violations.map(({ invariant }) => invariant))], text };
}

/** The same for the same history, in every process. */
export function hashOf(events: readonly HistoryEvent[]): string {
  const hash = createHash("sha256");
  for (const event of events) hash.update(`${JSON.stringify(event)}\n`);
  return hash.digest("hex").slice(0, 16);
}

export function historyText(events: readonly HistoryEvent[]): string {
  return events.map((_event, position) => showEvent(events, position)).join("\n");
}
