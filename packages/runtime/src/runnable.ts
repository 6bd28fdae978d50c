import type { RunningHandler } from "./running-batches.js";
import type { TaskId } from "./storage.js";

/** Something with a life of its own. Each method may be called twice, before `run`, or during it. */
export interface Runnable extends AsyncDisposable {
  init(): Promise<void>;
  /** Resolves when it has stopped. Aborting the signal is `gracefulStop()`. */
  run(signal?: AbortSignal): Promise<void>;
  gracefulStop(options?: StopOptions): Promise<StopResult>;
  shutdown(): Promise<StopResult>;
}

export interface StopOptions {
  /** How long running handlers may take; 30 s by default. */
  readonly timeoutMs?: number;
}

/** What a stop came to. */
export interface StopResult {
  /** Every handler returned by itself in time. */
  readonly drained: boolean;
  /** Tasks given back because their handler was told to end, or had not begun them. */
  readonly released: readonly TaskId[];
  /** Handlers that have not returned; their tasks come back by the visibility timeout. */
  readonly stillRunning: readonly RunningHandler[];
}
