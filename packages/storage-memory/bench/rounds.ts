/** Something to compare: `run` does `cycles` times the same piece of work. */
export interface Contender {
  readonly name: string;
  run(cycles: number): Promise<void>;
}

export interface RoundsOptions {
  readonly rounds: number;
  /** How much CPU time one contender gets in one round, about. */
  readonly roundMs: number;
}

/** Cycles a second of CPU time, round by round: the i-th entries were measured side by side. */
export type Rates = ReadonlyMap<string, readonly number[]>;

/** Rounds that are thrown away: the compiler is still at work, and so is the calibration. */
const WARM_UP = 3;

/**
 * Lets the contenders work in turns. A machine with neighbours changes its speed within seconds; what
 * was measured within one round shared its luck, so only rates of one round may be divided.
 */
export async function measure(
  contenders: readonly Contender[],
  { rounds, roundMs }: RoundsOptions,
): Promise<Rates> {
  const rates = new Map<string, number[]>();
  const cycles = new Map<string, number>();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const contender of turn(contenders, round)) {
      const { name } = contender;
      const rate = await timed(contender, cycles.get(name) ?? 1);
      cycles.set(name, Math.max(1, Math.round((rate * roundMs) / 1000)));
      if (round >= 0) rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  }
  return rates;
}

/** Every other round backwards: nobody always goes after the same neighbour's garbage. */
function turn(contenders: readonly Contender[], round: number): readonly Contender[] {
  return round % 2 === 0 ? contenders : contenders.toReversed();
}

async function timed(contender: Contender, cycles: number): Promise<number> {
  // Nobody pays for the young garbage of the one before. (All of it would take a second a turn.)
  await globalThis.gc?.({ type: "minor", execution: "async" });
  // Of all threads, garbage collection included. A clock on the wall would also count the neighbours: with
  // more of them than cores the same ratio came out between 0.3 and 1.1.
  const before = process.cpuUsage();
  await contender.run(cycles);
  const { user, system } = process.cpuUsage(before);
  return (cycles * 1e6) / Math.max(user + system, 1);
}

/** The middle, and the quarter on each side that is still near it. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** How many times the rate of `other` the rate of `one` is, round by round. */
export function ratio(rates: Rates, one: string, other: string): Spread {
  const others = rates.get(other) ?? [];
  return spread((rates.get(one) ?? []).map((rate, round) => rate / (others[round] ?? Number.NaN)));
}
