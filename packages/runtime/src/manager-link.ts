import type { HandlerStats } from "./handler.js";
import type { Health } from "./health.js";
import type { QueueNum } from "./storage.js";

/** A queue as a worker is bound to it. */
export interface ReportedQueue {
  readonly queueNum: QueueNum;
  readonly name: string;
  readonly weight: number;
  readonly targetDelayMs: number;
}

/** What a worker tells its Manager, once a second. */
export interface WorkerReport {
  readonly service: string;
  readonly name: string;
  /** Names this run of the worker: two processes may have the same name. */
  readonly instance: string;
  readonly maxProcessors: number;
  /** The queues it serves. */
  readonly queues: readonly ReportedQueue[];
  /** Processors that are busy, by queue. */
  readonly processors: ReadonlyMap<QueueNum, number>;
  /** Since the last report. */
  readonly stats: ReadonlyMap<QueueNum, HandlerStats>;
  readonly inFlight: number;
  readonly health: Health;
  /** The plan that it follows: a Manager that takes over goes on from there. */
  readonly plan: Plan | null;
}

/** Where the processors of a worker should be. A plan with a lower `(term, seq)` is refused. */
export interface Plan {
  readonly term: number;
  readonly seq: number;
  /** Processors per queue. A home is not a cage: one whose home is empty helps elsewhere. */
  readonly homes: ReadonlyMap<QueueNum, number>;
  /** Processors without a home: their share of the turns goes to queues with nobody at work. */
  readonly floating: number;
  /** The queues that this worker goes round; all that it serves by default. */
  readonly rounds?: ReadonlySet<QueueNum>;
  /** Whether a processor with nothing to do at home takes from the queue furthest behind. */
  readonly stealing: boolean;
  /** At most so many processors at a queue, however they came there; without limit by default. */
  readonly caps?: ReadonlyMap<QueueNum, number>;
  /** How much a millisecond of waiting counts: weight over target delay. By default the binding's. */
  readonly urgency?: ReadonlyMap<QueueNum, number>;
  /** What it costs a processor to change its queue; 0 by default. */
  readonly switchMs?: number;
}

/** The way to a Manager. Whatever happens to it, the worker goes on with the last plan it has. */
export interface ManagerLink {
  exchange(report: WorkerReport): Promise<Plan | null>;
}
