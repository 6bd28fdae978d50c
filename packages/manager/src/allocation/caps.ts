import type { QueueNum } from "@queue/runtime";
import type { Placement } from "./placement.js";
import type { Pool } from "./pools.js";
import type { QueueDemand } from "./queue-demand.js";

/**
 * How many processors of each worker a queue may have at once, where that is limited:
 * by the operator's `maxProcessors`, and because a task that holds a processor for longer than half the
 * target delay of another queue must not borrow the processors which that queue needs.
 */
export function capsOf(
  pool: Pool,
  placement: Placement,
  demands: ReadonlyMap<QueueNum, QueueDemand>,
): Map<string, Map<QueueNum, number>> {
  const served = [...pool.queues].flatMap((queueNum) => demands.get(queueNum) ?? []);
  const longest = Math.max(0, ...served.map((demand) => demand.busySecondsPerTask));
  const shortest = Math.min(...served.map(patience));
  const limited = served.filter((demand) => Number.isFinite(demand.maxProcessors));
  const slow =
    longest <= shortest ? [] : served.filter((demand) => demand.busySecondsPerTask > shortest);
  const caps = new Map<string, Map<QueueNum, number>>();
  // As a rule nothing is limited: a map for each of a thousand workers would only be garbage.
  if (slow.length === 0 && limited.length === 0) return caps;
  for (const { instance, processors } of pool.workers) {
    const homes = placement.get(instance) ?? new Map<QueueNum, number>();
    const own = new Map<QueueNum, number>();
    for (const demand of slow) {
      let reserved = 0;
      for (const [queueNum, count] of homes) {
        const other = demands.get(queueNum);
        if (other !== undefined && other !== demand && patience(other) < demand.busySecondsPerTask)
          reserved += count;
      }
      if (reserved > 0) own.set(demand.queueNum, Math.max(1, processors - reserved));
    }
    caps.set(instance, own);
  }
  for (const { queueNum, maxProcessors } of limited) limit(queueNum, maxProcessors);
  return caps;

  /** The operator's limit, shared out: homes first, the rest one each round the workers. */
  function limit(queueNum: QueueNum, most: number): void {
    let rest = most;
    const shares = new Map<string, number>();
    for (const [instance, homes] of placement) {
      const share = Math.min(rest, homes.get(queueNum) ?? 0);
      shares.set(instance, share);
      rest -= share;
    }
    const room = [...pool.workers];
    while (rest > 0 && room.length > 0) {
      for (let i = room.length - 1; i >= 0 && rest > 0; i--) {
        const { instance, processors } = room[i] as (typeof room)[number];
        const share = shares.get(instance) ?? 0;
        if (share >= processors) room.splice(i, 1);
        else {
          shares.set(instance, share + 1);
          rest--;
        }
      }
    }
    for (const [instance, share] of shares) {
      const own = caps.get(instance);
      own?.set(queueNum, Math.min(share, own.get(queueNum) ?? share));
    }
  }
}

/** How long a queue can wait for a processor that was lent: half its target delay, in seconds. */
function patience({ targetDelayMs }: QueueDemand): number {
  return targetDelayMs / 2_000;
}
