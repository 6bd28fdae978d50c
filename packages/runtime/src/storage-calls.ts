import { attempt } from "./attempt.js";
import type { Clock } from "./clock.js";
import { QueueError } from "./errors.js";
import { show } from "./guard/arguments.js";
import type { Storage, Task } from "./storage.js";

/** Why a call failed, as far as the loop is concerned. */
export type CallFailure =
  /** Certainly nothing happened; the call may be repeated. */
  | "none"
  /** It may have happened. */
  | "unknown"
  /** Repeating it cannot help. */
  | "final";

/** What a worker makes of an error of its storage. */
export function failureOf(error: unknown): CallFailure {
  if (!(error instanceof QueueError)) return "unknown";
  switch (error.code) {
    case "UNAVAILABLE":
      return error.details.outcome === "none" ? "none" : "unknown";
    // The node may become writable again, or the client may find another one.
    case "READ_ONLY":
      return "none";
    default:
      return "final";
  }
}

/** The part of the port that the worker itself uses. */
export type StorageCalls = Pick<
  Storage,
  | "getTask"
  | "doneTask"
  | "retryTask"
  | "releaseTask"
  | "buryTask"
  | "touchTask"
  | "waitTask"
  | "getStat"
>;

/**
 * The storage as the worker's own loops use it: every call ends, also when the storage never
 * answers. A batch that arrives after its call was given up is released at once; it would stay
 * hidden until its visibility timeout for nobody.
 */
export function createStorageCalls(
  storage: Storage,
  clock: Clock,
  timeoutMs: number,
): StorageCalls {
  function bounded<T>(
    call: () => Promise<T>,
    ms: number,
    signal?: AbortSignal,
    onLate?: (value: T) => void,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let over = false;
      const end = () => {
        over = true;
        cancel();
        signal?.removeEventListener("abort", abort);
      };
      const fail = (error: unknown) => {
        end();
        reject(error);
      };
      const abort = () => fail(signal?.reason);
      const cancel = clock.setTimer(ms, () => fail(noAnswer(ms)));
      signal?.addEventListener("abort", abort, { once: true });
      attempt(call).then((value) => {
        if (over) return onLate?.(value);
        end();
        resolve(value);
      }, fail);
    });
  }

  /** Best effort: without it the visibility timeout does the same, later. */
  const giveBack = (tasks: readonly Task[]) => {
    if (Array.isArray(tasks) && tasks.length > 0)
      attempt(() => storage.releaseTask(tasks)).catch(() => {});
  };

  return {
    getTask: (queueNum, count, options) =>
      bounded(
        () => storage.getTask(queueNum, count, options),
        // Later than that, the leases may be over.
        Math.min(timeoutMs, options?.visibilityTimeoutMs ?? timeoutMs),
        options?.signal,
        giveBack,
      ).then(checkedBatch),
    doneTask: (leases, options) =>
      bounded(() => storage.doneTask(leases, options), timeoutMs, options?.signal),
    retryTask: (retries, options) =>
      bounded(() => storage.retryTask(retries, options), timeoutMs, options?.signal),
    releaseTask: (leases, options) =>
      bounded(() => storage.releaseTask(leases, options), timeoutMs, options?.signal),
    buryTask: (infos, options) =>
      bounded(() => storage.buryTask(infos, options), timeoutMs, options?.signal),
    // A renewal that hangs must leave time for another before the lease is over.
    touchTask: (leases, ms, options) =>
      bounded(
        () => storage.touchTask(leases, ms, options),
        Math.min(timeoutMs, Math.max(1, ms / 4)),
        options?.signal,
      ),
    waitTask: (queueNums, options) =>
      bounded(
        () => storage.waitTask(queueNums, options),
        options.timeoutMs + timeoutMs,
        options.signal,
      ),
    getStat: (options) => bounded(() => storage.getStat(options), timeoutMs, options?.signal),
  };
}

function checkedBatch(tasks: readonly Task[]): readonly Task[] {
  if (Array.isArray(tasks)) return tasks;
  throw new QueueError("INTERNAL", `getTask of the storage answered ${show(tasks)}, not a list`);
}

function noAnswer(ms: number): QueueError {
  return new QueueError("UNAVAILABLE", `the storage has not answered within ${ms} ms`, {
    details: { outcome: "unknown" },
  });
}
