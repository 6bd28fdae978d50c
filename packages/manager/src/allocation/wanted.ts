import { BinaryHeap } from "../binary-heap.js";
import type { Pool } from "./pools.js";
import { delayCost } from "./predicted-delay.js";
import type { QueueDemand } from "./queue-demand.js";

/** A queue while processors are given out. */
export interface Claim {
  readonly demand: QueueDemand;
  /** Homes it has at present. */
  readonly present: number;
  /** What it gets before anybody is asked who needs it most. */
  readonly start: number;
  readonly pools: readonly number[];
  /** Homes given to it, by pool. */
  readonly given: Map<number, number>;
  total: number;
}

/** Keeping a processor where it is counts for a quarter more than bringing one there. */
const KEEP = 1.25;

/** A gain below this (a thousandth of a missed target) is none: the processor helps where it can. */
const LEAST_GAIN = 1e-3;

/**
 * Gives processors one at a time to the queue whose cost falls most by it. A processor of a pool with
 * few queues goes first, so that those with many remain for whoever else needs them.
 */
export function giveOut(claims: readonly Claim[], pools: readonly Pool[]): void {
  const free = pools.map((pool) => pool.slots);
  function give(claim: Claim): boolean {
    let best: number | undefined;
    for (const pool of claim.pools) {
      if ((free[pool] ?? 0) <= 0) continue;
      if (best === undefined || queuesOf(pools, pool) < queuesOf(pools, best)) best = pool;
    }
    if (best === undefined) return false;
    free[best] = (free[best] ?? 0) - 1;
    claim.given.set(best, (claim.given.get(best) ?? 0) + 1);
    claim.total++;
    return true;
  }
  for (const claim of claims) while (claim.total < claim.start && give(claim));

  const waiting = new BinaryHeap<{ claim: Claim; gain: number }>((a, b) => a.gain > b.gain);
  const enter = (claim: Claim) => {
    if (claim.total >= claim.demand.maxProcessors) return;
    const gain = gainOfOneMore(claim.demand, claim.total, claim.present);
    if (gain >= LEAST_GAIN) waiting.push({ claim, gain });
  };
  for (const claim of claims) enter(claim);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    if (give(next.claim)) enter(next.claim);
}

export function gainOfOneMore(demand: QueueDemand, n: number, present: number): number {
  const gain = delayCost(demand, n) - delayCost(demand, n + 1);
  return n < present ? gain * KEEP : gain;
}

function queuesOf(pools: readonly Pool[], index: number): number {
  return pools[index]?.queues.size ?? 0;
}
