import { attempt } from "./attempt.js";
import { TASK_BACKOFF } from "./backoff.js";
import { delayOf } from "./failure.js";
import type { HandlerRetry, HandlerStorage, QueuePolicy, TaskRef } from "./handler.js";
import type { LeasedBatch, Unleased } from "./lease.js";
import type { BuryInfo, RetryInfo, SettleResult, Storage, TaskId } from "./storage.js";

const idOf = (task: TaskRef): TaskId => (typeof task === "number" ? task : task.taskId);

type Retry = Unleased<RetryInfo>;
type Burial = Unleased<BuryInfo>;

/** The batch's own storage for its handler. Puts go straight to the storage. */
export function createHandlerStorage(
  batch: LeasedBatch,
  storage: Pick<Storage, "putTask" | "putTasks">,
  policy: QueuePolicy,
  random: () => number,
): HandlerStorage {
  const { backoff = TASK_BACKOFF, maxAttempts = Number.POSITIVE_INFINITY } = policy;

  /** The last try of a task with `maxAttempts` ends in the dead letters, whoever retries it. */
  function sort(retries: readonly HandlerRetry[]): { back: Retry[]; dead: Burial[] } {
    const back: Retry[] = [];
    const dead: Burial[] = [];
    for (const { taskId, nextStartTime, delayMs, error } of retries) {
      const attempts = batch.task(taskId)?.attempts ?? 0;
      if (attempts + 1 >= maxAttempts)
        dead.push({
          taskId,
          error: `${error ?? "retried"} (try ${attempts + 1} of ${maxAttempts})`,
        });
      else {
        const start = nextStartTime === undefined ? {} : { nextStartTime };
        const wait =
          delayMs ??
          (nextStartTime === undefined ? delayOf({ backoff, random }, attempts) : undefined);
        const retry = { taskId, ...start, ...(wait === undefined ? {} : { delayMs: wait }) };
        // Both at once, or an error that is no text: the storage refuses it with the right words.
        back.push((error === undefined ? retry : { ...retry, error }) as Retry);
      }
    }
    return { back, dead };
  }

  return {
    doneTask: (tasks, options) => forgettable(() => batch.done(tasks.map(idOf), options?.signal)),
    retryTask: (retries, options) =>
      forgettable(async () => {
        const { back, dead } = sort(retries);
        // One after the other: a bad entry refuses its list, and nothing of the other has happened.
        const retried = await batch.retry(back, options?.signal);
        return add(retried, await batch.bury(dead, options?.signal));
      }),
    buryTask: (infos, options) =>
      forgettable(async () => {
        const burials = infos.map(({ taskId, error }) => ({ taskId, error }));
        return batch.bury(burials, options?.signal);
      }),
    releaseTask: (tasks, options) =>
      forgettable(() => batch.release(tasks.map(idOf), options?.signal)),
    touchTask: (tasks, visibilityTimeoutMs, options) =>
      forgettable(() => batch.touch(tasks.map(idOf), visibilityTimeoutMs, options?.signal)),
    putTask: (request, options) => storage.putTask(request, options),
    putTasks: (requests, options) => storage.putTasks(requests, options),
  };
}

/**
 * A settle that nobody awaits must not end the process when it fails: that would hurt every other
 * batch. Its tasks come back, and the failure has been logged and counted.
 */
function forgettable<T>(work: () => Promise<T>): Promise<T> {
  const promise = attempt(work);
  promise.catch(() => {});
  return promise;
}

function add(a: SettleResult, b: SettleResult): SettleResult {
  return { settled: a.settled + b.settled, lost: [...a.lost, ...b.lost] };
}
