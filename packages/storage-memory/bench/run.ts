import { besideHeap, type Comparison, fullQueue, hotKey, type Sizes } from "./floors.js";
import { bytesPerTask } from "./memory.js";
import { isMet, report } from "./report.js";

/** What the floors are about. */
export const FULL: Sizes = { rounds: 15, roundMs: 150, few: 1_000, many: 1_000_000, keys: 100_000 };
/** Shows that everything runs; its figures mean nothing. */
export const QUICK: Sizes = { rounds: 3, roundMs: 5, few: 100, many: 2_000, keys: 500 };

const COMPARISONS = { heap: besideHeap, full: fullQueue, keys: hotKey };
export const PARTS = ["memory", "heap", "full", "keys"] as const;
export type Part = (typeof PARTS)[number];

export interface Output {
  /** A part of the report. */
  print(text: string): void;
  /** What is going on, for who waits. */
  progress(line: string): void;
}

/** Runs the parts and prints what they found; true if every floor holds. */
export async function runBench(
  parts: readonly Part[],
  sizes: Sizes,
  { print, progress }: Output,
): Promise<boolean> {
  let allMet = true;
  for (const part of parts) {
    progress(`${part} ...`);
    if (part === "memory") {
      print(await bytesPerTask(sizes.many));
      continue;
    }
    const comparison: Comparison = await COMPARISONS[part](sizes);
    print(report(comparison));
    allMet &&= comparison.verdicts.every(isMet);
  }
  return allMet;
}
