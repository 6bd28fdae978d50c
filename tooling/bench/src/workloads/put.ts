import type { Contender } from "../contender.js";
import { textOf } from "./measure.js";

export interface PutWork {
  readonly first: number;
  readonly count: number;
  /** Tasks a call; 1 is a put of a single task. */
  readonly batch: number;
  readonly inFlight: number;
  readonly delayMs?: number;
}

/** Puts tasks by several callers at once and resolves when all are acknowledged. */
export async function put(contender: Contender, work: PutWork): Promise<void> {
  const { first, count, batch, inFlight, delayMs } = work;
  let next = first;
  const end = first + count;
  const caller = async () => {
    while (next < end) {
      const from = next;
      next = Math.min(end, from + batch);
      if (batch === 1) await contender.putOne(textOf(from));
      else {
        const texts = Array.from({ length: next - from }, (_, at) => textOf(from + at));
        await contender.putMany(texts, delayMs);
      }
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
}
