import { Worker } from "node:worker_threads";
import type { Extras, SeedRange, SeedResults } from "../simulation/try-seeds.js";

export interface SeedPoolOptions extends SeedRange {
  readonly jobs: number;
  readonly mutant: string | undefined;
  readonly extras: Extras;
  /** After each piece, in the order they end. `false`: enough. */
  onResults(range: SeedRange, results: SeedResults): boolean;
}

/** Small enough for a lively progress line, large enough that passing them on costs nothing. */
const PIECE = 50;

/** Tries seeds in several threads. Rejects if a thread breaks, and says at which seeds. */
export async function runSeedPool(options: SeedPoolOptions): Promise<void> {
  const { jobs, mutant, extras, onResults } = options;
  let next = options.from;
  let enough = false;
  const take = (): SeedRange | undefined => {
    if (enough || next > options.to) return undefined;
    const from = next;
    next = Math.min(from + PIECE, options.to + 1);
    return { from, to: next - 1 };
  };
  const pieces = Math.ceil((options.to - options.from + 1) / PIECE);
  const lane = async () => {
    const workerData = { ...(mutant !== undefined && { mutant }), extras };
    const thread = new Worker(new URL("./seed-thread.js", import.meta.url), { workerData });
    try {
      for (let range = take(); range !== undefined; range = take())
        if (!onResults(range, await ask(thread, range))) enough = true;
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, pieces) }, lane));
}

function ask(thread: Worker, range: SeedRange): Promise<SeedResults> {
  return new Promise((resolve, reject) => {
    const broken = (cause: unknown) =>
      reject(new Error(`the simulation broke at seeds ${range.from}..${range.to}`, { cause }));
    const ended = (code: number) => broken(`its thread ended with ${code}`);
    thread.once("error", broken);
    thread.once("exit", ended);
    thread.once("message", (results: SeedResults) => {
      thread.off("error", broken);
      thread.off("exit", ended);
      resolve(results);
    });
    thread.postMessage(range);
  });
}
