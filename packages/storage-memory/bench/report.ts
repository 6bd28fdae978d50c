import type { Comparison, Verdict } from "./floors.js";
import { type Spread, spread } from "./rounds.js";
import { BATCH } from "./workload.js";

/** A comparison as a person reads it: ratios first, for rates say more about the machine. */
export function report({ title, rates, ratios, verdicts }: Comparison): string {
  const lines = [...ratios].map(([name, value]) => row(name, value, twoPlaces, "x"));
  for (const [name, perRound] of rates) {
    const tasks = perRound.map((rate) => rate * BATCH);
    lines.push(row(name, spread(tasks), thousands, "k tasks/s of CPU"));
  }
  return [title, ...lines, ...verdicts.map(verdictLine)].join("\n");
}

function row(name: string, value: Spread, show: (n: number) => string, unit: string): string {
  const { median, low, high } = value;
  return `  ${name.padEnd(30)}${show(median).padStart(8)} ${unit.padEnd(16)} (${show(low)} to ${show(high)})`;
}

function verdictLine(verdict: Verdict): string {
  const { promise, measured, limit } = verdict;
  const floor = "atLeast" in limit ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`;
  return `  ${isMet(verdict) ? "PASS" : "MISS"} ${promise}: ${twoPlaces(measured)}, ${floor}`;
}

/** Written so that NaN is a miss. */
export function isMet({ measured, limit }: Verdict): boolean {
  return "atLeast" in limit ? measured >= limit.atLeast : measured <= limit.atMost;
}

const twoPlaces = (n: number) => n.toFixed(2);
const thousands = (n: number) => (n / 1000).toFixed(0);
