/** Arrivals per second: the larger of a quick and a slow moving average, so that a burst is seen at once
 * and not forgotten at once. */
export class FlowRate {
  #at: number | undefined;
  #quick: number | undefined;
  #slow = 0;

  get perSecond(): number {
    return Math.max(this.#quick ?? 0, this.#slow);
  }

  /** `count` more have come since the last call. */
  add(count: number, now: number): void {
    const sinceMs = now - (this.#at ?? now);
    this.#at = now;
    if (sinceMs <= 0) return;
    const rate = (count * 1_000) / sinceMs;
    const first = this.#quick === undefined;
    this.#quick = first ? rate : blend(this.#quick ?? 0, rate, sinceMs, QUICK_MS);
    this.#slow = first ? rate : blend(this.#slow, rate, sinceMs, SLOW_MS);
  }
}

const QUICK_MS = 3_000;
const SLOW_MS = 30_000;

function blend(average: number, rate: number, sinceMs: number, overMs: number): number {
  return average + (rate - average) * (1 - Math.exp(-sinceMs / overMs));
}
