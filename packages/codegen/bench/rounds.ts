import type { Contender } from "./contenders.js";

/**
 * Operations a second, round by round: the i-th entries of all contenders were measured side by side.
 * Seconds of the processor, with its garbage collection: others may use the machine in between.
 */
export type Rates = ReadonlyMap<string, readonly number[]>;

export const KINDS = ["encode", "decode", "round trip"] as const;
export type Kind = (typeof KINDS)[number];

export interface RoundsOptions {
  readonly rounds: number;
  /** How long one contender works in one round, about. */
  readonly roundMs: number;
}

/** Thrown away: the compiler is still at work, and so is the calibration. */
const WARM_UP = 4;

/** Where results go, so that no compiler finds them useless. */
let sink: unknown;

/**
 * Lets the contenders work in turns: only rates of one round may be divided, for a machine with
 * neighbours changes its speed within seconds.
 */
export function measure<Value>(
  contenders: readonly Contender<Value>[],
  values: readonly Value[],
  kind: Kind,
  { rounds, roundMs }: RoundsOptions,
): Rates {
  const rates = new Map<string, number[]>();
  const counts = new Map<string, number>();
  const work = new Map(contenders.map((each) => [each.name, workOf(each, values, kind)]));
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const [name, run] of round % 2 === 0 ? work : [...work].reverse()) {
      // Nobody pays for the garbage of the one before.
      globalThis.gc?.({ type: "minor", execution: "sync" });
      const count = counts.get(name) ?? 1_000;
      const start = process.cpuUsage();
      run(count);
      const { user, system } = process.cpuUsage(start);
      const rate = (count * 1_000_000) / Math.max(user + system, 1);
      counts.set(name, Math.max(1_000, Math.round((rate * roundMs) / 1_000)));
      if (round >= 0) rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  }
  return rates;
}

function workOf<Value>(
  { encode, decode }: Contender<Value>,
  values: readonly Value[],
  kind: Kind,
): (count: number) => void {
  const encoded = values.map(encode);
  const value = (index: number) => values[index % values.length] as Value;
  const data = (index: number) => encoded[index % encoded.length] as Uint8Array;
  const loop = (step: (index: number) => unknown) => (count: number) => {
    for (let index = 0; index < count; index++) sink = step(index);
  };
  if (kind === "encode") return loop((index) => encode(value(index)));
  if (kind === "decode") return loop((index) => decode(data(index)));
  return loop((index) => decode(encode(value(index))));
}

/** The middle, and the quarter on each side that is still near it. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** How many times the rate of `other` the rate of `one` is, round by round. */
export function ratio(rates: Rates, one: string, other: string): Spread {
  const others = rates.get(other) ?? [];
  return spread((rates.get(one) ?? []).map((rate, round) => rate / (others[round] ?? Number.NaN)));
}

/** Nothing reads the results but this. */
export function lastResult(): unknown {
  return sink;
}
