import type { FullStorage } from "../../full-storage.js";
import type { QueueNum, Task, TaskId } from "../../storage.js";
import { buryWaiting, cancel, changeEach, kick, runNow } from "./change.js";
import { commit } from "./commit.js";
import { put } from "./put.js";
import { buryOne, doneOne, hide, releaseOne, retryOne, settleEach } from "./settle.js";
import { emptyState, type ModelState, type ModelTask, queueOf, taskOf } from "./state.js";
import { applyDue, nextDue } from "./time.js";
import { asInfo, asTask, inState, page, payloadSize, statOf, upTo } from "./view.js";

type Sync<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? (...args: Args) => Result
  : never;

/**
 * The port without promises and without speed: an array of tasks, and every operation first lets
 * everything due happen. It is meant to be plainly right, and trusts its arguments.
 */
export type Model = {
  readonly [Name in Exclude<keyof FullStorage, "close" | "waitTask">]: Sync<FullStorage[Name]>;
} & {
  now(): number;
  advance(ms: number): void;
  /** Ends and begins again on the same data: taken tasks get their visibility timeout anew in full. */
  restart(): void;
  /** When something next happens by itself. */
  nextDue(): number | null;
  /** Those of the queues that have a ready task to give. */
  readyQueues(queueNums: readonly QueueNum[]): QueueNum[];
  /** Takes these, where another storage's choice is to be followed; `null` if one cannot be. */
  takeThese(
    queueNum: QueueNum,
    ids: readonly TaskId[],
    visibilityTimeoutMs?: number,
  ): Task[] | null;
};

const DEFAULT_VISIBILITY_TIMEOUT_MS = 60_000;

function take(
  state: ModelState,
  tasks: readonly ModelTask[],
  visibilityTimeoutMs?: number,
): Task[] {
  for (const task of tasks) {
    task.state = "taken";
    task.lease += 1;
    hide(state, task, visibilityTimeoutMs ?? DEFAULT_VISIBILITY_TIMEOUT_MS);
  }
  return tasks.map(asTask);
}

/** By the bytes of the UTF-8, which is not the order of JavaScript's strings. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

export function createModel(startMs: number): Model {
  const state = emptyState(startMs);
  /** Every operation stands on what is due having happened. */
  const due = (): ModelState => {
    applyDue(state);
    return state;
  };
  const recordOf = (key: string) => {
    const record = state.records.get(key);
    return record === undefined
      ? []
      : [{ key, version: record.version, value: record.value.slice() }];
  };
  const readyIn = (queueNum: QueueNum) =>
    state.queues.get(queueNum)?.paused === true ? [] : inState(due(), queueNum, "ready");

  return {
    now: () => state.now,
    advance(ms) {
      state.now += ms;
    },
    restart() {
      for (const task of due().tasks) {
        if (task.state === "taken") hide(state, task, task.visibilityTimeoutMs);
      }
    },
    nextDue: () => nextDue(due()),
    readyQueues: (queueNums) =>
      [...new Set(queueNums)].filter((queueNum) => readyIn(queueNum).length > 0),
    takeThese(queueNum, ids, visibilityTimeoutMs) {
      const ready = readyIn(queueNum);
      const chosen = ids.flatMap((id) => ready.filter((task) => task.id === id));
      return chosen.length === ids.length ? take(state, chosen, visibilityTimeoutMs) : null;
    },

    getTask: (queueNum, count, options) =>
      take(state, upTo(readyIn(queueNum), count, payloadSize), options?.visibilityTimeoutMs),
    doneTask: (leases) => settleEach(due(), leases, (task) => doneOne(state, task)),
    retryTask: (retries) => settleEach(due(), retries, (task, info) => retryOne(state, task, info)),
    releaseTask: (leases) => settleEach(due(), leases, (task) => releaseOne(state, task)),
    buryTask: (infos) => settleEach(due(), infos, (task, info) => buryOne(state, task, info)),
    touchTask: (leases, visibilityTimeoutMs) =>
      settleEach(due(), leases, (task) => hide(state, task, visibilityTimeoutMs)),
    putTask: (request) => put(state, request),
    putTasks: (requests) => requests.map((request) => put(state, request)),
    getStat() {
      const queueNums = [...due().queues.keys()];
      return { queueStats: new Map(queueNums.map((num) => [num, statOf(state, num)])) };
    },

    peekTask: (ids) =>
      [...new Set(ids)]
        .map((id) => taskOf(due(), id))
        .filter((task) => task !== undefined)
        .map((task) => asInfo(state, task)),
    listTasks: (queueNum, wanted, options) => page(due(), queueNum, wanted, options),
    kickTask(queueNum, which) {
      const ids =
        typeof which === "number"
          ? inState(due(), queueNum, "dead")
              .slice(0, which)
              .map((task) => task.id)
          : which;
      return changeEach(due(), ids, (task) => task.queueNum === queueNum && kick(state, task));
    },
    runNow: (ids) => changeEach(due(), ids, (task) => runNow(state, task)),
    buryWaiting: (ids, error) => changeEach(due(), ids, (task) => buryWaiting(state, task, error)),
    cancelTask: (ids) => changeEach(due(), ids, (task) => cancel(state, task)),
    clearQueue(queueNum) {
      const ids = due()
        .tasks.filter((task) => task.queueNum === queueNum)
        .map((task) => task.id);
      return changeEach(state, ids, (task) => cancel(state, task)).changed;
    },
    pauseQueue(queueNum, paused) {
      queueOf(due(), queueNum).paused = paused;
    },

    getRecords: (keys) => [...new Set(keys)].flatMap(recordOf),
    listRecords({ prefix, after, limit }) {
      const keys = [...state.records.keys()]
        .filter((key) => key.startsWith(prefix) && (after === undefined || byBytes(key, after) > 0))
        .sort(byBytes);
      return upTo(keys.flatMap(recordOf), limit, (record) => record.value.byteLength);
    },
    commit: (request) => commit(due(), request),
  };
}
