import type { Verdict } from "./failure.js";
import type { HandlerRetry, HandlerStorage } from "./handler.js";
import type { TaskId } from "./storage.js";

/** Collects the ends of tasks while a settle is under way and sends them on together. */
export interface SettleQueue {
  done(taskId: TaskId): void;
  settle(taskId: TaskId, verdict: Verdict): void;
  /** Resolves when everything is settled; rejects with the first error of the storage. */
  finish(): Promise<{ readonly done: number; readonly retried: number }>;
}

export function createSettleQueue(storage: HandlerStorage): SettleQueue {
  let ids: TaskId[] = [];
  let retries: HandlerRetry[] = [];
  let burials: { taskId: TaskId; error: string }[] = [];
  let sending: Promise<void> | undefined;
  let failure: { readonly error: unknown } | undefined;
  const total = { done: 0, retried: 0 };

  async function send(): Promise<void> {
    // A turn later, so that tasks which end in the same one share a call.
    await Promise.resolve();
    while (ids.length + retries.length + burials.length > 0) {
      const now = { ids, retries, burials };
      ids = [];
      retries = [];
      burials = [];
      const [done, retried, buried] = await Promise.allSettled([
        now.ids.length > 0 ? storage.doneTask(now.ids) : undefined,
        now.retries.length > 0 ? storage.retryTask(now.retries) : undefined,
        now.burials.length > 0 ? storage.buryTask(now.burials) : undefined,
      ]);
      for (const end of [done, retried, buried])
        if (end.status === "rejected") failure ??= { error: end.reason };
      if (done.status === "fulfilled") total.done += done.value?.settled ?? 0;
      if (retried.status === "fulfilled") total.retried += retried.value?.settled ?? 0;
    }
  }
  const kick = () => {
    sending ??= send()
      .catch((error) => {
        failure ??= { error };
      })
      .finally(() => {
        sending = undefined;
      });
  };

  return {
    done(taskId) {
      ids.push(taskId);
      kick();
    },
    settle(taskId, verdict) {
      const { error } = verdict;
      if (verdict.kind === "bury") burials.push({ taskId, error });
      else if (verdict.kind === "retry") retries.push({ taskId, delayMs: verdict.delayMs, error });
      else retries.push({ taskId, nextStartTime: verdict.nextStartTime, error });
      kick();
    },
    async finish() {
      while (sending !== undefined) await sending;
      if (failure !== undefined) throw failure.error;
      return total;
    },
  };
}
