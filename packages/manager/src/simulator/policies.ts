import {
  assigned,
  lag,
  type Plan,
  type QueueBinding,
  type QueueNum,
  roundRobin,
  type Scheduler,
  type Stats,
} from "@queue/runtime";
import { managed } from "./managed-fleet.js";
import type { Workload } from "./workloads.js";

/** What a policy may know while the fleet runs. */
export interface FleetView {
  readonly workload: Workload;
  /** In the order of the workload. */
  readonly bindings: readonly QueueBinding[];
  /** When the first task that waits in a queue arrived. */
  waitingSince(queueNum: QueueNum): number;
}

export interface Handled {
  tasks: number;
  busyMs: number;
}

/** A policy in one run. */
export interface FleetPolicy {
  /** Of a worker, by its number. */
  scheduler(worker: number): Scheduler;
  /** A worker's second: what it has handled, by queue. */
  onReport?(worker: number, handled: ReadonlyMap<QueueNum, Handled>): void;
  /** The storage's statistics, every two seconds. */
  onStats?(stats: Stats, now: number): void;
  /** Processors that have changed their home so far. */
  moved?(): number;
}

export interface Policy {
  readonly name: string;
  readonly title: string;
  /** All processors in one worker, and changing the queue costs nothing: for the bound. */
  readonly ideal?: boolean;
  /** Weights and target delays are not known to it. */
  readonly blind?: boolean;
  start(view: FleetView): FleetPolicy;
}

const perWorker = (scheduler: () => Scheduler) => () => ({ scheduler });

/** The processors of all workers dealt out to the queues in turn; nobody helps anybody. */
function staticSplit({ workload, bindings }: FleetView): FleetPolicy {
  const { processorsPerWorker } = workload;
  return {
    scheduler(worker) {
      const homes = new Map<QueueNum, number>();
      for (let i = 0; i < processorsPerWorker; i++) {
        const queue = bindings[(worker * processorsPerWorker + i) % bindings.length];
        if (queue !== undefined) homes.set(queue.queueNum, (homes.get(queue.queueNum) ?? 0) + 1);
      }
      const plan: Plan = { term: 1, seq: 1, homes, floating: 0, stealing: false };
      const scheduler = assigned();
      scheduler.follow(plan);
      return scheduler;
    },
  };
}

/** Whoever's target is next to be missed; it sees every queue as it is at the moment. */
function earliestDeadline(view: FleetView): FleetPolicy {
  const deadline = ({ queueNum, policy }: QueueBinding) =>
    view.waitingSince(queueNum) + (policy.targetDelayMs ?? 0);
  return {
    scheduler: () => ({
      next: (candidates) =>
        candidates.reduce<QueueBinding | undefined>(
          (first, queue) =>
            first === undefined || deadline(queue) < deadline(first) ? queue : first,
          undefined,
        ),
    }),
  };
}

export const BOUND = "bound";
export const MANAGER = "manager";
export const ROUND_ROBIN = "round robin";
export const WEIGHTED_LAG = "weighted lag";
export const PLAIN_LAG = "plain lag";
export const STATIC_SPLIT = "static split";

export const POLICIES: readonly Policy[] = [
  {
    name: BOUND,
    title: "one pool with perfect sight, earliest target first, free switches",
    ideal: true,
    start: earliestDeadline,
  },
  { name: MANAGER, title: "plans of allocate(), followed by each worker", start: managed },
  {
    name: WEIGHTED_LAG,
    title: "lag() of each worker: weight x age / target delay",
    start: perWorker(lag),
  },
  {
    name: PLAIN_LAG,
    title: "as Lowkiq does: the longest waiting, whatever it is",
    blind: true,
    start: perWorker(lag),
  },
  {
    name: ROUND_ROBIN,
    title: "roundRobin() of each worker, without a Manager",
    start: perWorker(roundRobin),
  },
  { name: STATIC_SPLIT, title: "equal shares, nobody helps anybody", start: staticSplit },
];
