import type { QueueNum } from "@queue/runtime";
import type { Sample } from "./observer.js";
import { BULK, QUEUES, URGENT } from "./queues.js";

export interface FleetVerdict {
  readonly promise: string;
  readonly measured: number;
  readonly atMost: number;
  readonly holds: boolean;
}

export interface FleetCounts {
  readonly put: number;
  readonly done: number;
}

/** A swing of one processor is chance; one of more is running to and fro. */
const SWING = 2;

/** What a run of the fleet has shown. Pure: the samples say everything. */
export function judgeFleet(samples: readonly Sample[], { put, done }: FleetCounts): FleetVerdict[] {
  const verdicts: FleetVerdict[] = [];
  const judge = (promise: string, measured: number, atMost: number) =>
    verdicts.push({ promise, measured, atMost, holds: measured <= atMost });
  const during = (phase: string) => samples.filter((sample) => sample.phase === phase);
  judge("tasks put and not done", put - done, 0);
  judge("longest time without a task done, ms", longestStandstill(samples), 2_000);
  judge(
    "ms until a Manager that was killed and started again has a plan",
    until(during("manager back"), ({ homes }) => homes !== undefined),
    10_000,
  );
  judge(
    "ms until a killed worker has left the plan",
    until(during("worker killed"), ({ workers }) => workers === 3),
    10_000,
  );
  judge(
    "ms until a new worker is in the plan",
    until(during("worker started"), ({ workers }) => workers === 4),
    10_000,
  );
  const before = during("worker started").at(-1)?.homes?.get(BULK.queueNum) ?? 0;
  judge(
    "ms until the flooded queue has more processors",
    until(during("flood"), ({ homes }) => (homes?.get(BULK.queueNum) ?? 0) > before),
    10_000,
  );
  const lags = during("flood").map(({ lagMs }) => lagMs.get(URGENT.queueNum) ?? 0);
  judge(
    `longest wait of the queue of weight ${URGENT.weight} during the flood, ms`,
    Math.max(0, ...lags),
    URGENT.targetDelayMs,
  );
  for (const phase of new Set(samples.map((sample) => sample.phase)))
    judge(`turns of homes to and fro: ${phase}`, turns(during(phase)), 2);
  return verdicts;
}

function longestStandstill(samples: readonly Sample[]): number {
  let longest = 0;
  let since: Sample | undefined;
  for (const sample of samples) {
    if (since === undefined || sample.done > since.done) since = sample;
    else longest = Math.max(longest, sample.atMs - since.atMs);
  }
  return longest;
}

/** From the beginning of a phase until something is so; for ever if it never is. */
function until(samples: readonly Sample[], isSo: (sample: Sample) => boolean): number {
  const [first, found] = [samples[0], samples.find(isSo)];
  return first === undefined || found === undefined
    ? Number.POSITIVE_INFINITY
    : found.atMs - first.atMs;
}

/** The queue whose homes changed direction most often: up and down again, or down and up. */
function turns(samples: readonly Sample[]): number {
  return Math.max(0, ...QUEUES.map(({ queueNum }) => turnsOf(samples, queueNum)));
}

function turnsOf(samples: readonly Sample[], queueNum: QueueNum): number {
  let [count, direction] = [0, 0];
  let from: number | undefined;
  for (const { homes } of samples) {
    const now = homes?.get(queueNum);
    if (now === undefined) continue;
    from ??= now;
    const swing = now - from;
    if (direction !== 0 && Math.sign(swing) === direction) from = now; // further the same way
    if (Math.abs(now - from) < SWING) continue;
    if (direction !== 0) count++;
    direction = Math.sign(now - from);
    from = now;
  }
  return count;
}
