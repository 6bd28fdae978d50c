import { cpus, loadavg, release, type as systemType, totalmem } from "node:os";
import type { Result } from "../result.js";
import { Field } from "./field.js";
import { Figures } from "./figures.js";
import { PARTS } from "./parts.js";
import type { Sizes } from "./sizes.js";

export interface RunOptions {
  readonly sizes: Sizes;
  readonly size: Result["size"];
  /** Names of parts; all if empty. */
  readonly only: readonly string[];
  readonly profileDir?: string;
  say(line: string): void;
  /** What there is so far, after each part: a run that is cut short is not lost. */
  keep?(result: Result): void;
}

/** Runs ours and the peers on the same work, round by round. */
export async function runBench(options: RunOptions): Promise<Result> {
  const { sizes, size, only, profileDir, say, keep } = options;
  const field = new Field(profileDir);
  const figures = new Figures();
  const found = (): Result => ({
    date: new Date().toISOString().slice(0, 16),
    machine: thisMachine(),
    size,
    rounds: sizes.rounds,
    absent: field.absent,
    figures: figures.list(),
  });
  const parts = PARTS.filter(({ name }) => only.length === 0 || only.includes(name));
  try {
    await field.open();
    for (const [name, why] of Object.entries(field.absent)) say(`SKIPPED ${name}: ${why}`);
    for (const part of parts) {
      const rounds = part.every === "round" ? sizes.rounds : 1;
      for (let round = 0; round < rounds; round++) {
        const prefix = `${part.name}, round ${round + 1} of ${rounds}`;
        const tell = (line: string) => say(`${prefix}: ${line}`);
        await part.run({ field, figures, sizes, say: tell }, round);
      }
      keep?.(found());
    }
  } finally {
    await field.close();
  }
  return found();
}

function thisMachine(): Result["machine"] {
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${systemType()} ${release().split("-")[0]}`,
    node: process.version,
    load: Math.round(loadavg()[2] ?? 0),
  };
}
