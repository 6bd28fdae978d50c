import type { QueueNum, QueueStat, Stats } from "@queue/runtime";
import type { QueueDemand, QueueWish } from "../allocation/queue-demand.js";
import { BusyTime } from "./busy-time.js";
import { FlowRate } from "./flow-rate.js";

interface Known {
  readonly arrivals: FlowRate;
  readonly busy: BusyTime;
  stat: QueueStat | undefined;
}

/** Reads statistics of the storage and of workers, and says what every queue asks for. */
export class DemandEstimate {
  readonly #queues = new Map<QueueNum, Known>();

  observe(stats: Stats, now: number): void {
    for (const [queueNum, stat] of stats.queueStats) {
      const known = this.#known(queueNum);
      known.arrivals.add(known.stat === undefined ? 0 : arrivedBetween(known.stat, stat), now);
      known.stat = stat;
    }
  }

  handled(queueNum: QueueNum, tasks: number, busyMs: number): void {
    this.#known(queueNum).busy.add(tasks, busyMs);
  }

  demands(wishOf: (queueNum: QueueNum) => QueueWish, now: number): QueueDemand[] {
    return [...this.#queues].map(([queueNum, { arrivals, busy, stat }]) => {
      const since = stat?.oldestReadyAt?.getTime() ?? now;
      const idle = stat === undefined || stat.paused;
      const { weight, targetDelayMs, minProcessors, maxProcessors } = wishOf(queueNum);
      return {
        queueNum,
        weight,
        targetDelayMs,
        minProcessors,
        maxProcessors,
        ready: idle ? 0 : stat.readyTasks,
        oldestReadyAgeMs: idle ? 0 : Math.max(0, now - since),
        arrivalsPerSecond: idle ? 0 : arrivals.perSecond,
        busySecondsPerTask: busy.secondsPerTask,
      };
    });
  }

  #known(queueNum: QueueNum): Known {
    const known = this.#queues.get(queueNum);
    if (known !== undefined) return known;
    const fresh = { arrivals: new FlowRate(), busy: new BusyTime(), stat: undefined };
    this.#queues.set(queueNum, fresh);
    return fresh;
  }
}

/**
 * Tasks that became ready: those that are ready or taken now and were not, and those that have come and
 * gone meanwhile. Delayed ones so count when they fall due, and retries when they come back.
 */
function arrivedBetween(before: QueueStat, after: QueueStat): number {
  return Math.max(0, passedThrough(after) - passedThrough(before));
}

function passedThrough(stat: QueueStat): number {
  const { readyTasks, takenTasks, doneTotal, retriedTotal, buriedTotal, timedOutTotal } = stat;
  return readyTasks + takenTasks + doneTotal + retriedTotal + buriedTotal + timedOutTotal;
}
