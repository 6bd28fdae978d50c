export interface Sizes {
  readonly rounds: number;
  /** Tasks of one drain. */
  readonly drain: number;
  /** Tasks put one by one; a tenth for those that are very slow at it. */
  readonly single: number;
  /** Puts of one latency round, 200 a second. */
  readonly latencies: number;
  readonly handler1ms: number;
  readonly backlog: { readonly few: number; readonly many: number; readonly cycles: number };
  readonly delayed: { readonly count: number; readonly leadMs: number; readonly overMs: number };
  readonly sameSecond: { readonly count: number; readonly delayMs: number };
  readonly idle: { readonly workers: number; readonly seconds: number };
  readonly takeoverMs: number;
  readonly recovery: number;
  readonly memory: number;
}

export const FULL: Sizes = {
  rounds: 5,
  // Shorter ones measure the start: the fastest drain 30,000 in 0.2 s, where ours was a fifth slower a task.
  drain: 100_000,
  single: 100_000,
  latencies: 1_000,
  handler1ms: 5_000,
  backlog: { few: 10_000, many: 1_000_000, cycles: 300 },
  delayed: { count: 100_000, leadMs: 9_000, overMs: 10_000 },
  sameSecond: { count: 100_000, delayMs: 3_000 },
  idle: { workers: 100, seconds: 10 },
  takeoverMs: 10_000,
  recovery: 50_000,
  memory: 1_000_000,
};

/** Shows that everything runs; its figures mean nothing. */
export const SHORT: Sizes = {
  rounds: 1,
  drain: 500,
  single: 500,
  latencies: 20,
  handler1ms: 100,
  backlog: { few: 100, many: 1_000, cycles: 5 },
  delayed: { count: 200, leadMs: 500, overMs: 500 },
  sameSecond: { count: 500, delayMs: 500 },
  idle: { workers: 5, seconds: 1 },
  takeoverMs: 1_000,
  recovery: 200,
  memory: 2_000,
};
