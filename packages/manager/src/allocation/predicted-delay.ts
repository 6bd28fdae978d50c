import { loadOf, type QueueDemand } from "./queue-demand.js";

/** How far a plan looks ahead, in seconds. */
const HORIZON_S = 10;

/** Nobody at home is not nobody at all: helpers come by, worth about this many processors. */
const HELPERS = 0.1;

/**
 * How long a task that arrives now is likely to wait, in seconds, with `n` processors: the backlog's time,
 * what a shortfall adds to it within the horizon, and the waiting that chance makes. It falls with `n`.
 */
export function predictedDelay(demand: QueueDemand, n: number): number {
  const load = loadOf(demand);
  const work = demand.ready * demand.busySecondsPerTask;
  if (work === 0 && load === 0) return 0;
  const shortfall = Math.max(0, load - n) * HORIZON_S;
  return (work + shortfall) / Math.max(n, HELPERS) + chanceDelay(demand, load, n);
}

/** The waiting of M/M/n by Sakasegawa's formula; within the horizon it cannot grow past the horizon. */
function chanceDelay({ busySecondsPerTask }: QueueDemand, load: number, n: number): number {
  if (n <= load) return HORIZON_S;
  const busy = load / n;
  const tail = busy ** (Math.sqrt(2 * (n + 1)) - 1) / (1 - busy);
  return Math.min(HORIZON_S, (tail * busySecondsPerTask) / n);
}

/**
 * What a queue's delay costs with `n` processors: its weight times the square of the delay in target
 * delays. How long its oldest task has waited is left out: workers go by that from turn to turn, and homes
 * that followed it would change hands all the time.
 */
export function delayCost(demand: QueueDemand, n: number): number {
  const { weight, targetDelayMs } = demand;
  return weight * ((predictedDelay(demand, n) * 1_000) / targetDelayMs) ** 2;
}

/** The fewest processors with which a task is likely to wait for half the target delay at most. */
export function processorsNeeded(demand: QueueDemand, most: number): number {
  const load = loadOf(demand);
  const work = demand.ready * demand.busySecondsPerTask;
  if (work === 0 && load === 0) return 0;
  const limit = demand.targetDelayMs / 2_000;
  let n = Math.max(Math.floor(load) + 1, Math.floor(work / limit));
  while (n < most && predictedDelay(demand, n) > limit) n++;
  return Math.min(n, most);
}
