import type { QueueNum } from "@queue/runtime";
import type { Pool } from "./pools.js";

/** Homes per worker, by its instance. */
export type Placement = Map<string, Map<QueueNum, number>>;

/**
 * Spreads the homes of a pool over its workers: whoever has one keeps it, the rest go round the workers,
 * so that a queue does not hang on a single one.
 */
export function place(pool: Pool, homes: ReadonlyMap<QueueNum, number>): Placement {
  const placement: Placement = new Map();
  const left = new Map(homes);
  const free = pool.workers.map((worker) => {
    const kept = new Map<QueueNum, number>();
    let slots = worker.processors - worker.floating;
    for (const [queueNum, count] of worker.homes) {
      const keep = Math.min(count, left.get(queueNum) ?? 0, slots);
      if (keep <= 0) continue;
      kept.set(queueNum, keep);
      left.set(queueNum, (left.get(queueNum) ?? 0) - keep);
      slots -= keep;
    }
    placement.set(worker.instance, kept);
    return { kept, slots };
  });
  let at = 0;
  let full = free.reduce((count, { slots }) => count + Number(slots === 0), 0);
  for (const [queueNum, count] of left) {
    for (let rest = count; rest > 0 && full < free.length; at = (at + 1) % free.length) {
      const worker = free[at];
      if (worker === undefined || worker.slots === 0) continue;
      worker.kept.set(queueNum, (worker.kept.get(queueNum) ?? 0) + 1);
      if (--worker.slots === 0) full++;
      rest--;
    }
  }
  return placement;
}

/**
 * The queues of a pool that have no home, shared out among its workers: were each worker to go round all
 * of them, they would come by at the same moment and leave each queue alone for long.
 */
export function roundsOf(
  pool: Pool,
  homes: ReadonlyMap<QueueNum, number>,
): (Set<QueueNum> | undefined)[] {
  const rounds = pool.workers.map(({ floating }) =>
    floating > 0 ? new Set<QueueNum>() : undefined,
  );
  const going = rounds.filter((round) => round !== undefined);
  // By its place among all, so that a queue does not change hands when another gets a home.
  let place = 0;
  for (const queueNum of pool.queues) {
    const worker = going[place++ % going.length];
    if ((homes.get(queueNum) ?? 0) === 0) worker?.add(queueNum);
  }
  return rounds;
}
