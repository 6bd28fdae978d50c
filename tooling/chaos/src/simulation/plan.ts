import type { OnKey, QueueNum, TaskState } from "@queue/runtime";
import type { FaultKind } from "./network.js";

// Everything that is to happen to a simulated world. Plain data: a plan can be shrunk, printed, kept as
// a file and run again. Times are milliseconds since the world began.

export interface QueuePlan {
  readonly queueNum: QueueNum;
  readonly handler: "perTask" | "batch";
  readonly concurrency: number;
  readonly batchSize: number;
  readonly visibilityTimeoutMs: number;
  readonly handlerTimeoutMs: number;
  readonly backoffMs: readonly [min: number, max: number];
  readonly maxAttempts?: number;
  readonly onHandlerError: "retry" | "leave";
  readonly onDecodeError: "retry" | "bury";
  readonly renewLeases: boolean;
}

export interface WorkerPlan {
  readonly name: string;
  readonly queueNums: readonly QueueNum[];
  readonly maxProcessors: number;
  readonly idleDelayMs: number;
  readonly storageTimeoutMs: number;
  /** How wrong its clock is. */
  readonly skewMs: number;
  readonly scheduler: "roundRobin" | "lag";
}

export interface PutPlan {
  readonly queueNum: QueueNum;
  /** What the payload says its handlers should do, time after time; see script.ts. */
  readonly script: string;
  readonly delayMs?: number;
  /** A moment of the producer's own clock, from now. */
  readonly startInMs?: number;
  readonly priority?: number;
  readonly ttlMs?: number;
  readonly key?: string;
  readonly onKey?: OnKey;
  /** Makes the put safe to repeat, so its producer does. */
  readonly putId?: string;
}

export type StepAction =
  | {
      readonly kind: "put";
      readonly via: "putTask" | "putTasks" | "commit";
      readonly puts: readonly PutPlan[];
    }
  | {
      readonly kind: "faults";
      readonly forMs: number;
      /** The name of a worker, or a role; absent: all. */
      readonly who?: string;
      /** The share of calls that it hits. */
      readonly share: number;
      readonly faults: readonly [FaultKind, ...FaultKind[]];
    }
  | { readonly kind: "kill" | "start"; readonly worker: string }
  | { readonly kind: "stop"; readonly worker: string; readonly timeoutMs: number }
  | { readonly kind: "freeze"; readonly worker: string; readonly forMs: number }
  /** Settings that change while the worker runs. */
  | {
      readonly kind: "configure";
      readonly worker: string;
      readonly maxProcessors: number;
      readonly batchSize: number;
    }
  /** `picks` choose among the tasks whose ids are known by then. */
  | {
      readonly kind: "cancelTask" | "runNow" | "buryWaiting" | "peekTask" | "kickIds";
      readonly picks: readonly number[];
    }
  | { readonly kind: "kickCount"; readonly queueNum: QueueNum; readonly count: number }
  | { readonly kind: "clearQueue"; readonly queueNum: QueueNum }
  | { readonly kind: "pauseQueue"; readonly queueNum: QueueNum; readonly forMs: number }
  | { readonly kind: "listTasks"; readonly queueNum: QueueNum; readonly state: TaskState }
  | { readonly kind: "getStat" };

export type Step = { readonly at: number } & StepAction;

export interface Plan {
  readonly seed: number;
  readonly queues: readonly QueuePlan[];
  readonly workers: readonly WorkerPlan[];
  /** How long a request or an answer is on its way. */
  readonly latencyMs: readonly [min: number, max: number];
  /** How long a slow one is. */
  readonly slowMs: readonly [min: number, max: number];
  readonly steps: readonly Step[];
  /** From then on nothing is broken any more, and handlers do what they should. */
  readonly healAt: number;
  /** From then on the echo of the faults has died away. */
  readonly calmAt: number;
  /** When everything must have drained at the latest. */
  readonly drainedBy: number;
}
