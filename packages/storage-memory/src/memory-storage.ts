import {
  type Clock,
  checkedStorageOptions,
  type FullStorage,
  guardStorage,
  QueueError,
  type StorageOptions,
  type StoredRecord,
  systemClock,
} from "@queue/runtime";
import * as admin from "./admin.js";
import { commit } from "./commit.js";
import { clockSince } from "./epoch.js";
import { RecordTable } from "./record-table.js";
import { TaskTable } from "./task-table.js";
import { Waiters } from "./waiters.js";

export interface MemoryStorageOptions extends StorageOptions {
  /** Where time comes from; the system's by default. Tests give a manual one. */
  readonly clock?: Clock;
}

/** Queues in the memory of this process: for tests and development. They end with the process. */
export function createMemoryStorage(options: MemoryStorageOptions = {}): FullStorage {
  const { visibilityTimeoutMs, maxPayloadBytes } = checkedStorageOptions(options, ["clock"]);
  const givenClock = checkedClock(options.clock);
  const epoch = Math.floor(givenClock.now());
  const clock = clockSince(epoch, givenClock);
  const table = new TaskTable(epoch);
  const records = new RecordTable();
  const waiters = new Waiters(table, clock);

  /** One call: its changes happen at one moment, and then wake whom they concern. */
  function changeNow<T>(change: (now: number) => T): T {
    const result = change(clock.now());
    if (table.changed.length > 0) waiters.lookAt(table.changed);
    return result;
  }

  /** Its answer. The busy methods are not async: that makes more objects a call than the promise. */
  function at<T>(change: (now: number) => T): Promise<T> {
    return Promise.resolve(changeNow(change));
  }

  return guardStorage(
    {
      getTask: (queueNum, count, { visibilityTimeoutMs: timeoutMs } = {}) =>
        at((now) => table.take(queueNum, count, now, timeoutMs ?? visibilityTimeoutMs)),
      doneTask: (leases) => at((now) => table.settle(leases, now, (row) => table.done(row, now))),
      retryTask: (retries) =>
        at((now) => table.settle(retries, now, (row, retry) => table.retry(row, retry, now))),
      releaseTask: (leases) =>
        at((now) => table.settle(leases, now, (row) => table.release(row, now))),
      buryTask: (infos) =>
        at((now) => table.settle(infos, now, (row, info) => table.bury(row, info, now))),
      touchTask: (leases, timeoutMs) =>
        at((now) => table.settle(leases, now, (row) => table.touch(row, now + timeoutMs))),
      putTask: (request) => at((now) => table.put(request, now)),
      putTasks: (requests) => at((now) => requests.map((request) => table.put(request, now))),
      waitTask: async (queueNums, { timeoutMs, signal }) => {
        const ready = changeNow((now) => table.readyAmong(queueNums, now));
        return ready.length > 0 || timeoutMs === 0
          ? ready
          : waiters.wait(queueNums, timeoutMs, signal);
      },
      getStat: () => at((now) => ({ queueStats: table.stat(now) })),

      peekTask: (ids) => at((now) => admin.peek(table, ids, now)),
      listTasks: (queueNum, state, page) =>
        at((now) => admin.list(table, queueNum, state, page, now)),
      kickTask: (queueNum, which) => at((now) => admin.kick(table, queueNum, which, now)),
      runNow: (ids) => at((now) => admin.runNow(table, ids, now)),
      buryWaiting: (ids, error) => at((now) => admin.buryWaiting(table, ids, error, now)),
      cancelTask: (ids) => at((now) => admin.cancel(table, ids, now)),
      clearQueue: (queueNum) => at((now) => admin.clear(table, queueNum, now)),
      pauseQueue: async (queueNum, paused) => {
        const queue = table.queue(queueNum);
        queue.paused = paused;
        waiters.wake(queue, queue.ready.size);
      },

      getRecords: async (keys) =>
        keys.map((key) => records.get(key)).filter((record): record is StoredRecord => !!record),
      listRecords: async ({ prefix, after, limit }) => records.list(prefix, after, limit),
      commit: (request) => at((now) => commit(table, records, request, now)),

      close: async () =>
        waiters.close(new QueueError("CLOSED", "the storage was closed meanwhile")),
    },
    { maxPayloadBytes },
  );
}

function checkedClock(clock: Clock = systemClock): Clock {
  if (typeof clock?.now === "function" && typeof clock.setTimer === "function") return clock;
  throw new QueueError(
    "INVALID_ARGUMENT",
    "clock must have now() and setTimer(ms, fn); leave it out for the system's time",
    { details: { argument: "clock" } },
  );
}
