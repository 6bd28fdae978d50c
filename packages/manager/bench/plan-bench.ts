import { type Allocation, allocate, DEFAULT_WISH, type QueueDemand } from "@queue/manager";

const LIMIT_MS = 10;

const SIZES = [
  { queues: 50, workers: 25, processors: 4 },
  { queues: 500, workers: 125, processors: 8 },
  { queues: 500, workers: 1_000, processors: 1 },
];

/** The first plans are made by code that is not compiled yet: shown, and not judged. */
const WARM_UP = 0.2;

/** Times plans for fleets whose load moves from plan to plan. True if those of every size are quick enough. */
export function runBench({ rounds }: { rounds: number }, print: (line: string) => void): boolean {
  let reached = true;
  for (const size of SIZES) {
    const times = planTimes(size, rounds);
    const { holds, median, p95, worst } = judgeTimes(times.slice(Math.floor(rounds * WARM_UP)));
    const all = size.workers * size.processors;
    reached &&= holds;
    const figures = [
      `median ${median.toFixed(2)} ms`,
      `p95 ${p95.toFixed(2)} ms (at most ${LIMIT_MS} ms)`,
      `worst ${worst.toFixed(2)} ms`,
      `the very first ${times[0]?.toFixed(2)} ms`,
    ];
    print(
      `${holds ? "PASS" : "MISS"} ${size.queues} queues x ${all} processors of ${size.workers} workers: ${figures.join(", ")}`,
    );
  }
  return reached;
}

/** By the 95th percentile: a plan that is quick only every second time is not quick. */
export function judgeTimes(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const p95 = at(0.95);
  return { holds: p95 <= LIMIT_MS, median: at(0.5), p95, worst: at(1) };
}

function planTimes(
  { queues, workers, processors }: (typeof SIZES)[number],
  rounds: number,
): number[] {
  const nums = Array.from({ length: queues }, (_, i) => i + 1);
  let plan: Allocation | undefined;
  return Array.from({ length: rounds }, (_, round) => {
    const demands = nums.map((num) => demandOf(num, round, (workers * processors) / queues));
    const fleet = Array.from({ length: workers }, (_, i) => ({
      instance: `worker ${i}`,
      processors,
      queues: nums,
      homes: plan?.workers.get(`worker ${i}`)?.homes ?? new Map<number, number>(),
    }));
    const elapsed = stopwatch();
    plan = allocate({
      queues: demands,
      workers: fleet,
      now: round * 2_000,
      ...(plan && { memory: plan.memory }),
    });
    return elapsed();
  });
}

/**
 * Never less than the time that this thread was at work. The wall clock has what other programs took on a busy machine, the
 * processor time what helper threads did beside it (compiling, collecting garbage); neither can be less than the thread's
 * own, so the smaller is the closer one. Garbage that is collected meanwhile counts, whoever made it.
 */
function stopwatch(): () => number {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  return () => {
    const wallMs = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(wallMs, (user + system) / 1_000);
  };
}

/** A load around what there is, different for each queue and moving with the rounds. */
function demandOf(queueNum: number, round: number, share: number): QueueDemand {
  const wave = 1 + Math.sin(queueNum * 7.3 + round / 5);
  const { targetDelayMs, minProcessors, maxProcessors } = DEFAULT_WISH;
  // As the Manager makes them; by spreading they would be garbage of ten times the size.
  return {
    queueNum,
    weight: 1 + (queueNum % 3),
    targetDelayMs,
    minProcessors,
    maxProcessors,
    ready: Math.floor(20 * wave),
    oldestReadyAgeMs: 1_000 * wave,
    arrivalsPerSecond: 2 * share * wave,
    busySecondsPerTask: 0.5,
  };
}
