import type { Contender } from "../contender.js";
import { consumeUntil, Deliveries, seqOf, textOf } from "./measure.js";

export interface DelayedWork {
  readonly count: number;
  /** The first is due this long after the beginning: time to put them all. */
  readonly leadMs: number;
  readonly overMs: number;
}

/** How late tasks begin that are due one after another; below 0: early, beyond the clocks' millisecond. */
export async function delayed(
  contender: Contender,
  { count, leadMs, overMs }: DelayedWork,
): Promise<number[]> {
  const lateness: number[] = [];
  const dueAt = new Float64Array(count);
  const deliveries = new Deliveries(0, count);
  const start = performance.now();
  const consuming = consumeUntil(contender, { batch: 100 }, count, (text) => {
    const seq = seqOf(text);
    lateness.push(performance.now() - (dueAt[seq] as number));
    deliveries.note(text);
    return undefined;
  });
  const step = 50; // neighbours are due within the same 5 ms
  let next = 0;
  const caller = async () => {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + step);
      const texts = Array.from({ length: next - from }, (_, at) => textOf(from + at));
      const now = performance.now();
      const delayMs = Math.max(1, Math.round(start + leadMs + (from * overMs) / count - now));
      // By the client's clock; the storage counts from a little later, so none may come before this.
      for (let seq = from; seq < next; seq++) dueAt[seq] = now + delayMs;
      await contender.putMany(texts, delayMs);
    }
  };
  await Promise.all(Array.from({ length: 8 }, caller));
  const behindMs = performance.now() - start - leadMs;
  await (await consuming).stop();
  deliveries.check();
  if (behindMs > 0) throw new Error(`void: putting took ${Math.round(behindMs)} ms too long`);
  return lateness;
}
