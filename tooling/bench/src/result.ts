/** Everything a run has found, as it is written to the result file. */
export interface Result {
  readonly date: string;
  readonly machine: Machine;
  readonly size: "full" | "short";
  readonly rounds: number;
  /** Who could not take part, and why. */
  readonly absent: Readonly<Record<string, string>>;
  readonly figures: readonly Figure[];
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** How many processes wanted a core in the last quarter of an hour; ours is about two of them. */
  readonly load?: number;
}

/** What one contender did in one workload: a value a round. */
export interface Figure {
  readonly workload: string;
  readonly who: string;
  readonly unit: Unit;
  readonly values: readonly number[];
  /** Microseconds of CPU a task. */
  readonly clientCpu?: readonly number[];
  readonly serverCpu?: readonly number[];
}

export type Unit = "tasks/s" | "ms" | "% of a core" | "MiB" | "tasks";

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function figureOf(
  { figures }: Pick<Result, "figures">,
  workload: string,
  who: string,
): Figure | undefined {
  return figures.find((one) => one.workload === workload && one.who === who);
}
