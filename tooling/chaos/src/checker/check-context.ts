import type { QueueNum } from "@queue/runtime";
import { type Activation, activationsOf } from "./activation.js";
import { type PausedSpan, pausedSpans } from "./changes.js";
import { type Holding, holdingsOf } from "./holding.js";
import type { IndexedHistory, TaskLife } from "./indexed-history.js";

export interface CheckOptions {
  /** How long a lease is if the get does not say. */
  readonly visibilityTimeoutMs?: number;
  /** By how much the clocks of recorder and storage may differ. */
  readonly toleranceMs?: number;
  /** How late a task may be while processors idle. */
  readonly lateMs?: number;
  /** `key`: a sharded set-up, where order and priority hold within a key only. */
  readonly order?: "queue" | "key";
}

/** What the invariants work on. */
export class CheckContext {
  readonly history: IndexedHistory;
  readonly options: Required<CheckOptions>;
  readonly #holdings = new Map<TaskLife, readonly Holding[]>();
  readonly #activations = new Map<TaskLife, readonly Activation[]>();
  readonly #paused = new Map<QueueNum, readonly PausedSpan[]>();

  constructor(history: IndexedHistory, options: CheckOptions = {}) {
    this.history = history;
    this.options = {
      visibilityTimeoutMs: 60_000,
      toleranceMs: 0,
      lateMs: 1_000,
      order: "queue",
      ...options,
    };
  }

  holdingsOf(life: TaskLife): readonly Holding[] {
    return once(this.#holdings, life, () => holdingsOf(this, life));
  }

  activationsOf(life: TaskLife): readonly Activation[] {
    return once(this.#activations, life, () => activationsOf(this, life));
  }

  pausedSpansOf({ queueNum }: TaskLife): readonly PausedSpan[] {
    const queue = this.history.queues.get(queueNum);
    return once(this.#paused, queueNum, () => pausedSpans(queue?.pauses ?? []));
  }

  /** A moment of the storage, on the history's clock. */
  moment(epochMs: number): number {
    return epochMs - this.history.epochOffset;
  }

  /** Where the mark stands; `Infinity` if it does not. */
  mark(name: "calm" | "drained" | "census"): number {
    return this.history.marks.get(name) ?? Number.POSITIVE_INFINITY;
  }
}

/** What several invariants ask for is worked out once. */
function once<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
  }
  return value;
}
