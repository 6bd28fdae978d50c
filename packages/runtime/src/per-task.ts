import { type Backoff, TASK_BACKOFF } from "./backoff.js";
import { judge, textOf } from "./failure.js";
import { checkFunction, checkInteger, checkOptions } from "./guard/arguments.js";
import {
  type BatchHandler,
  type HandledTask,
  HandlerAborted,
  type HandlerContext,
  type HandlerStorage,
} from "./handler.js";
import { createSettleQueue } from "./settle-queue.js";

export interface PerTaskOptions {
  /** How many tasks of a batch run at once; 10 by default. */
  readonly concurrency?: number;
  /** The pause before the next try; the queue's own by default. */
  readonly backoff?: Backoff;
  /** How often a task is tried before it becomes a dead letter; the queue's own by default. */
  readonly maxAttempts?: number;
}

/** Handles one task: resolve = done, throw = another try, `Bury` = dead letter, `RetryAt` = then. */
export type TaskHandler<T extends HandledTask> = (
  task: T,
  ctx: HandlerContext,
  storage: HandlerStorage,
) => Promise<unknown>;

const OPTIONS = new Set(["concurrency", "backoff", "maxAttempts"]);

/** Makes a handler of batches from one of tasks. Each is settled as it ends: none waits for a slow one. */
export function perTask<T extends HandledTask>(
  handle: TaskHandler<T>,
  options: PerTaskOptions = {},
): BatchHandler<T> {
  checkFunction(handle, "handler", "of tasks");
  checkOptions(options, "perTask", OPTIONS);
  const { concurrency = 10, backoff } = options;
  if (backoff !== undefined) checkFunction(backoff, "backoff", "such as exponential(...) makes");
  checkInteger(concurrency, "concurrency", 1, 10_000);
  if (options.maxAttempts !== undefined)
    checkInteger(options.maxAttempts, "maxAttempts", 1, Number.MAX_SAFE_INTEGER);

  return async (ctx, storage, tasks) => {
    const startedAt = ctx.clock.now();
    const policy = {
      backoff: backoff ?? ctx.queue.policy.backoff ?? TASK_BACKOFF,
      maxAttempts: options.maxAttempts ?? ctx.queue.policy.maxAttempts ?? Number.POSITIVE_INFINITY,
      random: ctx.random,
    };
    const settles = createSettleQueue(storage);
    let lastError: unknown;
    let errors = 0;
    const fail = (task: T, error: unknown) => {
      errors++;
      lastError = error;
      settles.settle(task.taskId, judge(error, task.attempts, policy));
    };
    const left = tasks[Symbol.iterator]();
    const runner = async () => {
      while (!ctx.signal.aborted) {
        const { done, value: task } = left.next();
        if (done) return;
        if (task.attempts >= policy.maxAttempts) {
          const error = `tried ${task.attempts} times; the handler allows ${policy.maxAttempts}`;
          settles.settle(task.taskId, { kind: "bury", error });
          continue;
        }
        try {
          await handle(task, ctx, storage);
          settles.done(task.taskId);
        } catch (error) {
          // Told to end, it could do no better: the task is given back as it was.
          if (endedBy(ctx.signal, error)) return;
          fail(task, error);
        }
      }
    };
    // All of them, also when one fails: a handler that returns has no task running.
    const ends = await Promise.allSettled(
      Array.from({ length: Math.min(concurrency, tasks.length) }, runner),
    );
    const unbegun = [...left];
    if (outOfTime(ctx.signal)) await storage.releaseTask(unbegun);
    const { done, retried } = await settles.finish();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    if (lastError !== undefined) ctx.logger.debug({ error: textOf(lastError) }, "tasks failed");
    return {
      processed: done,
      errors,
      retried,
      durationMs: ctx.clock.now() - startedAt,
      ...(lastError !== undefined && { lastError }),
    };
  };
}

/** Then what has not begun goes back here; when the worker stops, it is the worker that gives it back. */
function outOfTime({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof HandlerAborted && reason.kind === "timeout";
}

/** Whether an error comes from the abort. Node's own functions wrap the reason in an AbortError. */
function endedBy(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false;
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason);
}
