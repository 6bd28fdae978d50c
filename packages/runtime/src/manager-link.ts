import type { HandlerStats } from "./handler.js";
import type { Health } from "./health.js";
import type { QueueNum } from "./storage.js";

/** What a worker tells its Manager, once a second. */
export interface WorkerReport {
  readonly service: string;
  readonly name: string;
  /** Names this run of the worker: two processes may have the same name. */
  readonly instance: string;
  readonly processors: ReadonlyMap<QueueNum, number>;
  /** Since the last report. */
  readonly stats: ReadonlyMap<QueueNum, HandlerStats>;
  readonly inFlight: number;
  readonly health: Health;
}

/** Where the processors of a worker should be. A plan with a lower `(term, seq)` is refused. */
export interface Plan {
  readonly term: number;
  readonly seq: number;
  /** Processors per queue. A home is not a cage: one whose home is empty helps elsewhere. */
  readonly homes: ReadonlyMap<QueueNum, number>;
  /** Processors without a home. */
  readonly floating: number;
  readonly stealing: boolean;
}

/** The way to a Manager. Whatever happens to it, the worker goes on with the last plan it has. */
export interface ManagerLink {
  exchange(report: WorkerReport): Promise<Plan | null>;
}
