import type { FullStorage } from "../full-storage.js";

/** A storage under test and its time. Each test gets a fresh one and disposes of it. */
export interface World {
  /** Empty: no task, no record, no queue in its statistics. */
  readonly storage: FullStorage;
  /**
   * Moves the storage's time forward by whole milliseconds, 0 included. What was called before has
   * reached the storage by then. Resolves after everything due has happened and has woken its waiters.
   */
  advance(ms: number): Promise<void>;
  /** The storage's time in whole epoch milliseconds. It stands still between two `advance`s. */
  now(): number | Promise<number>;
  /**
   * For durable storages: stops the storage as a crash or a deploy would and gives the one that
   * comes up again on the same data. Time does not move meanwhile. Needed with `durable: true`.
   */
  restart?(): Promise<FullStorage>;
  /** Called once after every test, also after one that failed or closed the storage itself. */
  dispose(): Promise<void>;
}

export type Setup = () => World | Promise<World>;

export interface StorageSuiteOptions {
  /**
   * `queue`: order and priority hold across a queue. `key`: only within a key, as in sharded set-ups.
   */
  readonly order: "queue" | "key";
  /** The runner's own, or anything that calls `body` at once. */
  readonly describe: (name: string, body: () => void) => unknown;
  /** The runner's own. It owes the property test a minute or so: see `propertyRuns`. */
  readonly it: (name: string, body: () => Promise<void>) => unknown;
  /** Whether the promises about restarts are made too; each world then has `restart`. */
  readonly durable?: boolean;
  /** How many random sequences are compared with the model; 1,000 by default, 0 for none. */
  readonly propertyRuns?: number;
  /** `false`: report a sequence that fails as it is, without the time it takes to make it shorter. */
  readonly propertyShrinks?: boolean;
  /** Repeats one of them: both numbers are in the report of the failure. */
  readonly propertyReplay?: { readonly seed: number; readonly path: string };
  /** The largest payload the storage was set up to take; 1 MiB by default. */
  readonly maxPayloadBytes?: number;
  /** The number of concurrent waiters beyond which `waitTask` gives up after a second, if known. */
  readonly waiterCap?: number;
  /**
   * How long, in real time, an answer may take that ought to come at once; 5 s by default. It is
   * only ever waited for in full by a storage that does not answer.
   */
  readonly answerWithinMs?: number;
}
