import { createModel, type Model } from "../src/conformance/model/model.js";
import { type FullStorage, guardStorage, QueueError, type QueueNum } from "../src/index.js";
import type { ManualClock } from "../src/testing/index.js";

interface Waiter {
  readonly queueNums: readonly QueueNum[];
  end(answer: readonly QueueNum[] | Promise<never>): void;
}

const NUDGE_MS = 100;

/** The model as a storage: slow, but right, so that the suite itself is seen to be satisfiable. */
export function createModelStorage(
  clock: ManualClock,
  model: Model = createModel(clock.now()),
): FullStorage {
  const waiters = new Set<Waiter>();
  let cancelTimer = () => {};

  /** One waiter for each ready task, and a look at the rest whenever something may have changed. */
  function wake(most: number): void {
    catchUp();
    let woken = 0;
    for (const waiter of waiters) {
      const ready = model.readyQueues(waiter.queueNums);
      if (ready.length === 0 || woken === most) continue;
      woken += 1;
      waiter.end(ready);
    }
    cancelTimer();
    if (waiters.size === 0) return;
    const next = Math.min(model.nextDue() ?? Number.POSITIVE_INFINITY, clock.now() + NUDGE_MS);
    cancelTimer = clock.setTimer(next - clock.now(), () => wake(1));
  }
  function catchUp(): void {
    model.advance(clock.now() - model.now());
  }

  function wait(
    queueNums: readonly QueueNum[],
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly QueueNum[]> {
    return new Promise((resolve) => {
      const onAbort = () => waiter.end(Promise.reject(signal?.reason));
      const waiter: Waiter = {
        queueNums,
        end(answer) {
          waiters.delete(waiter);
          cancelTimeout();
          signal?.removeEventListener("abort", onAbort);
          resolve(answer);
        },
      };
      const cancelTimeout = clock.setTimer(timeoutMs, () => waiter.end([]));
      signal?.addEventListener("abort", onAbort);
      waiters.add(waiter);
      wake(0);
    });
  }

  const call =
    <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
    async (...args: Args): Promise<Result> => {
      catchUp();
      const ready = () => readyTasks(model);
      const before = waiters.size === 0 ? 0 : ready();
      const result = method(...args);
      if (waiters.size > 0) wake(Math.max(1, ready() - before));
      return result;
    };

  return guardStorage({
    getTask: call(model.getTask),
    doneTask: call(model.doneTask),
    retryTask: call(model.retryTask),
    releaseTask: call(model.releaseTask),
    buryTask: call(model.buryTask),
    touchTask: call(model.touchTask),
    putTask: call(model.putTask),
    putTasks: call(model.putTasks),
    getStat: call(model.getStat),
    peekTask: call(model.peekTask),
    listTasks: call(model.listTasks),
    kickTask: call(model.kickTask),
    runNow: call(model.runNow),
    buryWaiting: call(model.buryWaiting),
    cancelTask: call(model.cancelTask),
    clearQueue: call(model.clearQueue),
    pauseQueue: call(model.pauseQueue),
    getRecords: call(model.getRecords),
    listRecords: call(model.listRecords),
    commit: call(model.commit),
    async waitTask(queueNums, { timeoutMs, signal }) {
      catchUp();
      const ready = model.readyQueues(queueNums);
      return ready.length > 0 || timeoutMs === 0 ? ready : wait(queueNums, timeoutMs, signal);
    },
    async close() {
      const closed = new QueueError("CLOSED", "the storage was closed while this call waited");
      for (const waiter of [...waiters]) waiter.end(Promise.reject(closed));
      cancelTimer();
    },
  });
}

function readyTasks(model: Model): number {
  let ready = 0;
  for (const stat of model.getStat().queueStats.values()) ready += stat.readyTasks;
  return ready;
}
