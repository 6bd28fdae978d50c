import { type Allocation, allocate, DEFAULT_WISH, type QueueDemand } from "@queue/manager";

const LIMIT_MS = 10;

const SIZES = [
  { queues: 50, workers: 25, processors: 4 },
  { queues: 500, workers: 125, processors: 8 },
  { queues: 500, workers: 1_000, processors: 1 },
];

/** Times plans for fleets whose load moves from plan to plan. True if the largest are quick enough. */
export function runBench({ rounds }: { rounds: number }, print: (line: string) => void): boolean {
  let reached = true;
  for (const size of SIZES) {
    const times = planTimes(size, rounds).sort((a, b) => a - b);
    const [median = 0, p95 = 0] = [0.5, 0.95].map((share) => times[Math.floor(share * rounds)]);
    const all = size.workers * size.processors;
    const holds = median <= LIMIT_MS;
    reached &&= holds;
    print(
      `${holds ? "PASS" : "MISS"} ${size.queues} queues x ${all} processors of ${size.workers} workers: median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms (at most ${LIMIT_MS} ms)`,
    );
  }
  return reached;
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
    const startedAt = performance.now();
    plan = allocate({
      queues: demands,
      workers: fleet,
      now: round * 2_000,
      ...(plan && { memory: plan.memory }),
    });
    return performance.now() - startedAt;
  });
}

/** A load around what there is, different for each queue and moving with the rounds. */
function demandOf(queueNum: number, round: number, share: number): QueueDemand {
  const wave = 1 + Math.sin(queueNum * 7.3 + round / 5);
  return {
    ...DEFAULT_WISH,
    weight: 1 + (queueNum % 3),
    queueNum,
    ready: Math.floor(20 * wave),
    oldestReadyAgeMs: 1_000 * wave,
    arrivalsPerSecond: 2 * share * wave,
    busySecondsPerTask: 0.5,
  };
}
