export interface SimulatedQueue {
  readonly weight: number;
  readonly targetDelayMs: number;
  /** The mean; single tasks are exponential around it. */
  readonly busyMs: number;
  readonly perSecond: (atMs: number) => number;
  readonly peakPerSecond: number;
}

export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly queues: readonly SimulatedQueue[];
  readonly workers: number;
  readonly processorsPerWorker: number;
  /** Tasks arrive for so long; then the fleet has `drainMs` for the rest. */
  readonly durationMs: number;
  readonly drainMs: number;
  readonly switchMs: number;
  /** More work than processors for long: somebody has to miss its target. */
  readonly overloaded: boolean;
  /** The load hardly changes: homes should not, either. */
  readonly steady: boolean;
  /** Whether the bound can be compared with: it knows no cost of switching, and load is 0.85 at most. */
  readonly boundApplies: boolean;
}

const MINUTE_MS = 60_000;

interface QueueOptions {
  readonly busyMs: number;
  readonly perSecond: number | { readonly at: (ms: number) => number; readonly peak: number };
  readonly weight?: number;
  readonly targetDelayMs?: number;
}

function queue({
  busyMs,
  perSecond,
  weight = 1,
  targetDelayMs = 10_000,
}: QueueOptions): SimulatedQueue {
  const rate = typeof perSecond === "number" ? { at: () => perSecond, peak: perSecond } : perSecond;
  return { busyMs, perSecond: rate.at, peakPerSecond: rate.peak, weight, targetDelayMs };
}

const DEFAULTS = {
  workers: 4,
  processorsPerWorker: 8,
  durationMs: 5 * MINUTE_MS,
  drainMs: MINUTE_MS,
  switchMs: 0,
  overloaded: false,
  steady: false,
  boundApplies: true,
};

/** A queue that keeps `processors` busy with tasks of `busyMs`. */
function loading(processors: number, busyMs: number): QueueOptions {
  return { busyMs, perSecond: (processors * 1_000) / busyMs };
}

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** 32 processors unless said otherwise. */
export const WORKLOADS: readonly Workload[] = [
  {
    ...DEFAULTS,
    name: "steady",
    title: "8 queues, load 0.8",
    queues: many(8, (i) => queue(loading(3.2, [200, 500, 1_000, 2_000][i % 4] ?? 0))),
    steady: true,
  },
  {
    ...DEFAULTS,
    name: "burst",
    title: "8 queues at load 0.5; every minute one of them gets 20 times as much for 6 s",
    queues: many(8, (i) =>
      queue({
        busyMs: 500,
        perSecond: i === 3 ? { at: burst, peak: 80 } : 4,
      }),
    ),
  },
  {
    ...DEFAULTS,
    name: "slow queue",
    title: "7 queues of 200 ms with a target of 2 s, and one whose tasks take a minute",
    queues: [
      ...many(7, () => queue({ ...loading(2, 200), targetDelayMs: 2_000 })),
      queue({ ...loading(12, 60_000), targetDelayMs: 300_000 }),
    ],
    durationMs: 15 * MINUTE_MS,
    drainMs: 5 * MINUTE_MS,
  },
  {
    ...DEFAULTS,
    name: "skew",
    title: "8 queues, load 0.8, most of it in one",
    queues: many(8, (i) => queue(loading(i === 0 ? 18.6 : 1, 500))),
    steady: true,
  },
  {
    ...DEFAULTS,
    name: "diurnal",
    title: "8 queues whose days are shifted; load 0.75 in sum, each from nothing to double",
    queues: many(8, (i) =>
      queue({
        busyMs: 500,
        perSecond: {
          at: (ms) => 6 * (1 + Math.sin(2 * Math.PI * (ms / (10 * MINUTE_MS) + i / 8))),
          peak: 12,
        },
      }),
    ),
    durationMs: 10 * MINUTE_MS,
  },
  {
    ...DEFAULTS,
    name: "overload",
    title: "2 urgent queues (5 s) and 8 of bulk (15 min); load 1.4 for 5 minutes, then 0.6",
    queues: [
      ...many(2, () =>
        queue({ busyMs: 500, perSecond: falling(12, 12), targetDelayMs: 5_000, weight: 4 }),
      ),
      ...many(8, () =>
        queue({ busyMs: 500, perSecond: falling(8.2, 1.8), targetDelayMs: 15 * MINUTE_MS }),
      ),
    ],
    durationMs: 12 * MINUTE_MS,
    drainMs: 3 * MINUTE_MS,
    overloaded: true,
    boundApplies: false,
  },
  {
    ...DEFAULTS,
    name: "flood",
    title: "7 queues at load 0.4, and one that brings load 1.2 on top for a minute",
    queues: [
      ...many(7, () => queue(loading(1.8, 500))),
      queue({ busyMs: 500, perSecond: { at: flood, peak: 76 } }),
    ],
    overloaded: true,
    boundApplies: false,
  },
  {
    ...DEFAULTS,
    name: "crowded",
    title:
      "60 queues, 10 of them of weight 100, and 32 processors; load 1.5 for 3 minutes, then 0.3",
    queues: many(60, (i) =>
      queue({
        busyMs: 500,
        perSecond: { at: (ms) => (ms < 3 * MINUTE_MS ? 1.6 : 0.32), peak: 1.6 },
        weight: i < 10 ? 100 : 1,
      }),
    ),
    durationMs: 6 * MINUTE_MS,
    overloaded: true,
    boundApplies: false,
  },
  {
    ...DEFAULTS,
    name: "expensive switches",
    title: "8 queues of 200 ms, load 0.6, and 400 ms for every change of queue",
    queues: many(8, () => queue(loading(2.4, 200))),
    switchMs: 400,
    boundApplies: false,
  },
  {
    ...DEFAULTS,
    name: "500 x 1000",
    title: "500 queues, 1,000 processors, load 0.97, sizes from 1 to 100",
    queues: many(500, (i) => queue(loading(1.94 * share(i), [500, 1_000, 2_000][i % 3] ?? 0))),
    workers: 40,
    processorsPerWorker: 25,
    durationMs: 2 * MINUTE_MS,
    steady: true,
    boundApplies: false,
  },
];

function burst(ms: number): number {
  return ms % MINUTE_MS >= 20_000 && ms % MINUTE_MS < 26_000 ? 80 : 4;
}

function flood(ms: number): number {
  return ms >= MINUTE_MS && ms < 2 * MINUTE_MS ? 76 : 2;
}

function falling(high: number, low: number) {
  return { at: (ms: number) => (ms < 5 * MINUTE_MS ? high : low), peak: high };
}

/** Sizes that differ a hundredfold, 1 on average. */
function share(index: number): number {
  const size = (rank: number) => 100 ** -(rank / 500);
  const mean = many(500, size).reduce((sum, one) => sum + one, 0) / 500;
  return size(index) / mean;
}
