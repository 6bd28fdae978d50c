import type { Lease, QueueNum, TaskId } from "@queue/runtime";
import type {
  Answer,
  Call,
  HistoryEvent,
  MarkName,
  PutRecord,
  RetryRecord,
  SightingRecord,
  StatRecord,
  TaskRecord,
} from "../history/event.js";

// A history by what the invariants ask for: calls, and the life of each task. Positions are places in
// the list of events; what stands earlier happened earlier. A call takes effect at some position
// between `invoked` and `ended`; one of unknown outcome at any later one, or never.

export interface CallRecord<C extends Call = Call> {
  readonly actor: string;
  readonly call: C;
  readonly invoked: number;
  readonly invokedAt: number;
  /** `Infinity` while nobody knows. */
  ended: number;
  endedAt: number;
  /** When the caller heard something, if only that nobody knows. */
  returned: number;
  returnedAt: number;
  answer: Answer | undefined;
}

export interface PutRef {
  readonly call: CallRecord;
  readonly put: PutRecord;
}

export interface Delivery {
  readonly call: CallRecord<Extract<Call, { method: "getTask" }>>;
  readonly task: TaskRecord;
}

export type SettleKind = "done" | "retry" | "release" | "bury" | "touch";

export interface Settle {
  readonly call: CallRecord;
  readonly kind: SettleKind;
  readonly lease: number;
  readonly effect: "settled" | "lost" | "unknown";
  readonly retry?: RetryRecord;
  /** Of a touch. */
  readonly forMs?: number;
}

export interface Change {
  readonly call: CallRecord;
  readonly kind: "kick" | "runNow" | "bury" | "cancel";
  readonly effect: "changed" | "unknown";
}

export interface Sighting {
  readonly call: CallRecord;
  readonly seen: SightingRecord;
}

/** A piece of a handler's work on a task. */
export interface Work extends Lease {
  readonly actor: string;
  readonly began: number;
  readonly beganAt: number;
  /** `Infinity` if it never did. */
  ended: number;
}

/** All that a history says of one task. */
export interface TaskLife {
  readonly id: TaskId;
  /** 0 as long as only its id was heard of. */
  queueNum: QueueNum;
  readonly puts: PutRef[];
  /** By lease. */
  readonly deliveries: Delivery[];
  readonly settles: Settle[];
  readonly changes: Change[];
  readonly sightings: Sighting[];
  readonly works: Work[];
  readonly told: number[];
}

export interface QueueLife {
  readonly queueNum: QueueNum;
  /** Gets of unknown outcome: each may have taken tasks that nobody saw. */
  readonly blindGets: CallRecord<Extract<Call, { method: "getTask" }>>[];
  readonly gets: CallRecord<Extract<Call, { method: "getTask" }>>[];
  /** Puts of unknown outcome; all, and by payload and by key. */
  readonly blindPuts: PutRef[];
  readonly blindPutsOfData: Map<string, PutRef[]>;
  readonly blindPutsOfKey: Map<string, PutRef[]>;
  readonly kicks: CallRecord[];
  readonly clears: CallRecord[];
  readonly pauses: CallRecord<Extract<Call, { method: "pauseQueue" }>>[];
  readonly stats: { readonly call: CallRecord; readonly stat: StatRecord }[];
}

export interface Life {
  readonly actor: string;
  readonly up: number;
  readonly queueNums: readonly QueueNum[];
  readonly sweepMs: number;
  readonly renews: readonly QueueNum[];
  down: number;
}

export interface Stopping {
  readonly actor: string;
  readonly asked: number;
  /** Longer by the time it was frozen. */
  withinMs: number;
  downAt: number;
}

/** What a worker said when it had stopped. */
export interface Stopped {
  readonly position: number;
  readonly event: Extract<HistoryEvent, { kind: "stopped" }>;
}

export interface IndexedHistory {
  readonly events: readonly HistoryEvent[];
  readonly calls: readonly CallRecord[];
  readonly tasks: ReadonlyMap<TaskId, TaskLife>;
  readonly queues: ReadonlyMap<QueueNum, QueueLife>;
  readonly lives: readonly Life[];
  readonly stoppings: readonly Stopping[];
  readonly stopped: readonly Stopped[];
  /** When the storage came back. */
  readonly restartsAt: readonly number[];
  /** What was stored at the end; `undefined` if nobody looked. */
  readonly census: ReadonlyMap<TaskId, SightingRecord> | undefined;
  readonly marks: ReadonlyMap<MarkName, number>;
  /** What to add to `at` to get the storage's time. */
  readonly epochOffset: number;
  /** The first position at or after a moment of `at`. */
  positionOf(at: number): number;
}
