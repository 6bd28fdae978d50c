import type { Backoff } from "./backoff.js";
import type { Clock } from "./clock.js";
import type { Logger } from "./logger.js";
import type {
  CallOptions,
  PutTaskRequest,
  QueueNum,
  SettleResult,
  Task,
  TaskId,
} from "./storage.js";

/** What every typed task has beside its payload. */
export interface HandledTask {
  readonly taskId: TaskId;
  /** How often the task came back; 0 at the first try. */
  readonly attempts: number;
  readonly prevStartTime: Date | null;
}

export interface HandlerContext {
  /**
   * Aborted when the handler has used up its time or the worker must end, with a
   * {@link HandlerAborted} as the reason. A graceful stop alone does not abort it.
   */
  readonly signal: AbortSignal;
  /** When the handler's time is up. */
  readonly deadline: Date;
  /** Its lines carry the queue and the batch. */
  readonly logger: Logger;
  readonly queue: QueueBinding;
  /** The worker's own time and chance, so that a handler runs under a test's clock as well. */
  readonly clock: Clock;
  readonly random: () => number;
}

/** Why the signal of a handler was aborted. */
export class HandlerAborted extends Error {
  override readonly name = "HandlerAborted";
  readonly kind: "timeout" | "stop";

  constructor(kind: HandlerAborted["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A task of this batch, or its id. */
export type TaskRef = TaskId | { readonly taskId: TaskId };

/** Back into the queue; by default after the queue's backoff. */
export interface HandlerRetry {
  readonly taskId: TaskId;
  readonly nextStartTime?: Date;
  readonly delayMs?: number;
  readonly error?: string;
}

/**
 * The storage as a handler sees it. Ids are enough: every settle carries the lease of this batch, so
 * who comes late changes nothing, and an id that is not of this batch comes back in `lost`.
 */
export interface HandlerStorage {
  doneTask(tasks: readonly TaskRef[], options?: CallOptions): Promise<SettleResult>;
  /** Where the queue has `maxAttempts` and this was the last one, the task is buried instead. */
  retryTask(retries: readonly HandlerRetry[], options?: CallOptions): Promise<SettleResult>;
  buryTask(
    infos: readonly { readonly taskId: TaskId; readonly error: string }[],
    options?: CallOptions,
  ): Promise<SettleResult>;
  /** Gives tasks back unused: no attempt is counted. */
  releaseTask(tasks: readonly TaskRef[], options?: CallOptions): Promise<SettleResult>;
  /** For a task that needs longer than the worker renews its lease for. */
  touchTask(
    tasks: readonly TaskRef[],
    visibilityTimeoutMs: number,
    options?: CallOptions,
  ): Promise<SettleResult>;
  putTask(request: PutTaskRequest, options?: CallOptions): Promise<TaskId>;
  putTasks(requests: readonly PutTaskRequest[], options?: CallOptions): Promise<readonly TaskId[]>;
}

/** What a handler says of its batch. What became of the tasks is counted from their settles. */
export interface HandlerStats {
  readonly processed: number;
  readonly errors: number;
  readonly retried: number;
  readonly durationMs: number;
  readonly lastError?: unknown;
}

/** Handles a batch and settles each of its tasks through `storage`. */
export type BatchHandler<T extends HandledTask> = (
  ctx: HandlerContext,
  storage: HandlerStorage,
  tasks: readonly T[],
) => Promise<HandlerStats>;

/** How one queue is processed. Everything has a default. */
export interface QueuePolicy {
  /** How many tasks a batch has at most; 10 by default. */
  readonly batchSize?: number;
  /** How long taken tasks stay hidden without a renewal; 60 s by default. */
  readonly visibilityTimeoutMs?: number;
  /** How long a handler may take for a batch; five visibility timeouts by default. */
  readonly handlerTimeoutMs?: number;
  /** How often a task is tried before it becomes a dead letter; without limit by default. */
  readonly maxAttempts?: number;
  /** The pause before a failed task is tried again; from 1 s doubling to 1 h by default. */
  readonly backoff?: Backoff;
  /** A task that does not decode: `retry` (default; a newer worker may read it) or `bury`. */
  readonly onDecodeError?: "retry" | "bury";
  /** Unsettled tasks of a handler that throws: `retry` (default), or `leave` to their timeout. */
  readonly onHandlerError?: "retry" | "leave";
  /** Whether leases are renewed while the handler runs; true by default. */
  readonly renewLeases?: boolean;
  /** For the `lag()` scheduler; 1 by default. */
  readonly weight?: number;
  /** For the `lag()` scheduler: how long a task should wait at most; 10 s by default. */
  readonly targetDelayMs?: number;
}

/** A queue with the handler of its tasks: what a Worker takes. Made by `bindQueue`. */
export interface QueueBinding {
  readonly queueNum: QueueNum;
  readonly name: string;
  readonly policy: QueuePolicy;
  decode(task: Task): HandledTask;
  handle(
    ctx: HandlerContext,
    storage: HandlerStorage,
    tasks: readonly HandledTask[],
  ): Promise<HandlerStats>;
  /** The stack of the call that bound the handler: how to find the one that hangs. */
  readonly origin: string;
}
