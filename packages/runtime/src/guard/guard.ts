import { QueueError } from "../errors.js";
import type { FullStorage } from "../full-storage.js";
import { LIMITS } from "../limits.js";
import type { CallOptions, SettleResult } from "../storage.js";
import type { ChangeResult } from "../storage-admin.js";
import {
  checkCount,
  checkedDuration,
  checkInteger,
  checkName,
  checkNames,
  checkOptions,
  checkQueueNum,
  checkQueueNums,
  checkSignal,
  checkText,
  checkWellFormed,
  refuse,
  show,
} from "./arguments.js";
import { type CheckedCommit, checkedCommit } from "./commit-request.js";
import {
  checkedBuries,
  checkedError,
  checkedIds,
  checkedLeases,
  checkedPut,
  checkedPuts,
  checkedRetries,
  checkedWhich,
} from "./requests.js";

/** What an adapter implements: the port, but `commit` finds every list present. */
export interface StorageAdapter extends Omit<FullStorage, "commit"> {
  commit(request: CheckedCommit, options?: CallOptions): ReturnType<FullStorage["commit"]>;
}

export interface GuardOptions {
  /** The largest payload, in bytes; 1 MiB by default. */
  readonly maxPayloadBytes?: number;
}

const GUARD = new Set(["maxPayloadBytes"]);
const SIGNAL = new Set(["signal"]);
const GET = new Set(["signal", "visibilityTimeoutMs"]);
const WAIT = new Set(["signal", "timeoutMs"]);
const LIST_TASKS = new Set(["signal", "cursor", "limit"]);
const GET_RECORDS = new Set(["signal", "partition"]);
const LIST_RECORDS = new Set(["signal", "prefix", "after", "limit", "partition"]);
const STATES = new Set(["ready", "delayed", "taken", "blocked", "dead"]);

const NONE_SETTLED: SettleResult = { settled: 0, lost: [] };
const NONE_CHANGED: ChangeResult = { changed: 0, skipped: [] };

/**
 * What every storage owes before it acts, in one place for all adapters: once closed it refuses,
 * it obeys an aborted signal, refuses bad arguments, and answers empty lists at no cost. The adapter
 * behind it sees only calls that make sense: durations in whole milliseconds, error texts cut, no
 * lease or id twice in a list.
 */
export function guardStorage(adapter: StorageAdapter, options: GuardOptions = {}): FullStorage {
  checkOptions(options, "options", GUARD);
  const { maxPayloadBytes = LIMITS.payloadBytes } = options;
  checkInteger(maxPayloadBytes, "maxPayloadBytes", 1, LIMITS.callBytes);
  let closing: Promise<void> | undefined;

  /** Not async: an extra promise a call would be the larger part of a memory storage's cost. */
  function call<T>(
    options: CallOptions | undefined,
    known: ReadonlySet<string>,
    run: () => T | Promise<T>,
  ): Promise<T> {
    try {
      if (closing !== undefined)
        throw new QueueError("CLOSED", "the storage has been closed; create a new one");
      if (options !== undefined) {
        checkOptions(options, "options", known);
        const { signal } = options;
        if (signal !== undefined) {
          checkSignal(signal);
          signal.throwIfAborted();
        }
      }
      const result = run();
      return result instanceof Promise ? result : Promise.resolve(result);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  const settle = <T>(
    checked: (list: readonly T[], argument: string) => readonly T[],
    method: (list: readonly T[], options?: CallOptions) => Promise<SettleResult>,
    argument: string,
  ) => {
    return (list: readonly T[], options?: CallOptions): Promise<SettleResult> =>
      call(options, SIGNAL, () => {
        const sound = checked(list, argument);
        return sound.length === 0 ? NONE_SETTLED : method(sound, options);
      });
  };

  return {
    getTask: (queueNum, count, options) =>
      call(options, GET, () => {
        checkQueueNum(queueNum);
        checkCount(count, "count");
        const { visibilityTimeoutMs } = options ?? {};
        if (visibilityTimeoutMs === undefined) return adapter.getTask(queueNum, count, options);
        const wholeMs = checkedDuration(visibilityTimeoutMs, "visibilityTimeoutMs", 1);
        return adapter.getTask(queueNum, count, { ...options, visibilityTimeoutMs: wholeMs });
      }),
    doneTask: settle(checkedLeases, adapter.doneTask, "leases"),
    retryTask: settle(checkedRetries, adapter.retryTask, "retries"),
    releaseTask: settle(checkedLeases, adapter.releaseTask, "leases"),
    buryTask: settle(checkedBuries, adapter.buryTask, "infos"),
    touchTask: (leases, visibilityTimeoutMs, options) =>
      call(options, SIGNAL, () => {
        const sound = checkedLeases(leases, "leases");
        const wholeMs = checkedDuration(visibilityTimeoutMs, "visibilityTimeoutMs", 1);
        return sound.length === 0 ? NONE_SETTLED : adapter.touchTask(sound, wholeMs, options);
      }),
    putTask: (request, options) =>
      call(options, SIGNAL, () => adapter.putTask(checkedPut(request, maxPayloadBytes), options)),
    putTasks: (requests, options) =>
      call(options, SIGNAL, () => {
        const sound = checkedPuts(requests, "requests", maxPayloadBytes);
        return sound.length === 0 ? [] : adapter.putTasks(sound, options);
      }),
    waitTask: (queueNums, options) =>
      call(options, WAIT, () => {
        checkQueueNums(queueNums);
        if (options === undefined) refuse("options", "must have timeoutMs: how long to wait");
        const timeoutMs = checkedDuration(options.timeoutMs, "timeoutMs", 0);
        return adapter.waitTask([...new Set(queueNums)], { ...options, timeoutMs });
      }),
    getStat: (options) => call(options, SIGNAL, () => adapter.getStat(options)),

    peekTask: (ids, options) =>
      call(options, SIGNAL, () => {
        const sound = checkedIds(ids, "ids");
        return sound.length === 0 ? [] : adapter.peekTask(sound, options);
      }),
    listTasks: (queueNum, state, options) =>
      call(options, LIST_TASKS, () => {
        checkQueueNum(queueNum);
        if (!STATES.has(state))
          refuse("state", `must be one of ${[...STATES].join(", ")}, not ${show(state)}`);
        if (options === undefined) refuse("options", "must have a limit");
        checkCount(options.limit, "limit");
        if (options.cursor !== undefined) checkText(options.cursor, "cursor");
        return adapter.listTasks(queueNum, state, options);
      }),
    kickTask: (queueNum, which, options) =>
      call(options, SIGNAL, () => {
        checkQueueNum(queueNum);
        const sound = checkedWhich(which);
        return typeof sound !== "number" && sound.length === 0
          ? NONE_CHANGED
          : adapter.kickTask(queueNum, sound, options);
      }),
    runNow: (ids, options) =>
      call(options, SIGNAL, () => {
        const sound = checkedIds(ids, "ids");
        return sound.length === 0 ? NONE_CHANGED : adapter.runNow(sound, options);
      }),
    buryWaiting: (ids, error, options) =>
      call(options, SIGNAL, () => {
        const sound = checkedIds(ids, "ids");
        const cut = checkedError(error, "error");
        return sound.length === 0 ? NONE_CHANGED : adapter.buryWaiting(sound, cut, options);
      }),
    cancelTask: (ids, options) =>
      call(options, SIGNAL, () => {
        const sound = checkedIds(ids, "ids");
        return sound.length === 0 ? NONE_CHANGED : adapter.cancelTask(sound, options);
      }),
    clearQueue: (queueNum, options) =>
      call(options, SIGNAL, () => {
        checkQueueNum(queueNum);
        return adapter.clearQueue(queueNum, options);
      }),
    pauseQueue: (queueNum, paused, options) =>
      call(options, SIGNAL, () => {
        checkQueueNum(queueNum);
        if (typeof paused !== "boolean")
          refuse("paused", `must be true or false, not ${show(paused)}`);
        return adapter.pauseQueue(queueNum, paused, options);
      }),

    getRecords: (keys, options) =>
      call(options, GET_RECORDS, () => {
        checkNames(keys, "keys");
        if (options?.partition !== undefined) checkName(options.partition, "partition");
        return keys.length === 0 ? [] : adapter.getRecords([...new Set(keys)], options);
      }),
    listRecords: (options) =>
      call(options, LIST_RECORDS, () => {
        if (options === undefined) refuse("options", "must have a prefix and a limit");
        checkWellFormed(options.prefix, "prefix");
        if (options.after !== undefined) checkWellFormed(options.after, "after");
        if (options.partition !== undefined) checkName(options.partition, "partition");
        checkCount(options.limit, "limit");
        return adapter.listRecords(options);
      }),
    commit: (request, options) =>
      call(options, SIGNAL, () => adapter.commit(checkedCommit(request, maxPayloadBytes), options)),

    close: () => {
      closing ??= adapter.close();
      return closing;
    },
  };
}
