import type { Policy } from "./policies.js";
import { type Outcome, simulateFleet } from "./simulated-fleet.js";
import { traceOf } from "./trace.js";
import type { Workload } from "./workloads.js";

/** How one policy did on one workload. Waiting times are in target delays; means over the seeds. */
export interface Figures {
  readonly policy: string;
  readonly tasks: number;
  /** The share of tasks that waited for longer than their target delay, or that nobody took. */
  readonly misses: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** Processors that changed their home per minute, as a share of all. */
  readonly movedPerMinute: number;
  /** The longest that tasks of a queue waited with nobody at work, in any run. */
  readonly longestAloneMs: number;
  /** The share of tasks that waited for longer than each of `WAIT_STEPS`. */
  readonly longerThan: readonly number[];
}

export interface Study {
  readonly workload: Workload;
  readonly seeds: readonly number[];
  readonly figures: readonly Figures[];
}

/** From a thousandth of the target delay to a thousand of them, ten steps each tenfold. */
export const WAIT_STEPS: readonly number[] = Array.from(
  { length: 61 },
  (_, i) => 10 ** (i / 10 - 3),
);

/** Runs every policy on the same tasks, seed by seed. The same arguments give the same figures. */
export function studyWorkload(
  workload: Workload,
  policies: readonly Policy[],
  seeds: readonly number[],
  onSeed: (seed: number) => void = () => {},
): Study {
  const tallies = policies.map(({ name }) => new Tally(name));
  for (const seed of seeds) {
    onSeed(seed);
    const trace = traceOf(workload, seed);
    policies.forEach((policy, i) => {
      tallies[i]?.add(simulateFleet(workload, policy, trace));
    });
  }
  return { workload, seeds, figures: tallies.map((tally) => tally.figures()) };
}

class Tally {
  readonly #policy: string;
  readonly #quantiles: { p50: number; p99: number; p999: number }[] = [];
  readonly #longer = WAIT_STEPS.map(() => 0);
  #tasks = 0;
  #missed = 0;
  #moved = 0;
  #aloneMs = 0;

  constructor(policy: string) {
    this.#policy = policy;
  }

  add({ waits, movedPerMinute, longestAloneMs }: Outcome): void {
    this.#aloneMs = Math.max(this.#aloneMs, longestAloneMs);
    const sorted = waits.slice().sort();
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
    this.#quantiles.push({ p50: at(0.5), p99: at(0.99), p999: at(0.999) });
    this.#tasks += sorted.length;
    this.#missed += sorted.length - countUpTo(sorted, 1);
    this.#moved += movedPerMinute;
    WAIT_STEPS.forEach((step, i) => {
      this.#longer[i] = (this.#longer[i] ?? 0) + sorted.length - countUpTo(sorted, step);
    });
  }

  figures(): Figures {
    const runs = this.#quantiles.length;
    const mean = (field: "p50" | "p99" | "p999") =>
      this.#quantiles.reduce((sum, run) => sum + run[field], 0) / runs;
    return {
      policy: this.#policy,
      tasks: this.#tasks,
      misses: this.#missed / this.#tasks,
      p50: mean("p50"),
      p99: mean("p99"),
      p999: mean("p999"),
      movedPerMinute: this.#moved / runs,
      longestAloneMs: this.#aloneMs,
      longerThan: this.#longer.map((count) => count / this.#tasks),
    };
  }
}

/** How many of the sorted values are at most `limit`. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
