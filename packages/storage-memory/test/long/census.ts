import type { FullStorage, PutTaskRequest, SettleResult, TaskId } from "@queue/runtime";

/**
 * What random sequences really do. A generator that always asks an empty queue agrees with any
 * model, so the long run shows how often each call found something to do.
 */
export interface Census {
  /** Counts what happens in one more sequence. */
  watch(storage: FullStorage): FullStorage;
  /** Of how many entries each kind of call had an effect on how many. */
  lines(): readonly string[];
}

type Tally = (what: string, effective: number, of: number) => void;

const TOTALS = ["timedOut", "expired", "retried", "released", "buried", "cancelled"] as const;

export function createCensus(): Census {
  const counts = new Map<string, { effective: number; of: number }>();
  let sequences = 0;
  const tally: Tally = (what, effective, of) => {
    const count = counts.get(what) ?? { effective: 0, of: 0 };
    counts.set(what, { effective: count.effective + effective, of: count.of + of });
  };
  return {
    watch(storage) {
      sequences += 1;
      const puts = countedPuts(storage, tally);
      return { ...storage, ...countedCalls(storage, puts.tried, tally), ...puts.methods };
    },
    lines: () =>
      [...counts]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([what, { effective, of }]) => {
          const share = of === 0 ? "" : `${Math.round((100 * effective) / of)} %`;
          const each = (effective / sequences).toFixed(1);
          return `${what.padEnd(34)} ${String(effective).padStart(9)} of ${String(of).padStart(9)} ${share.padStart(6)}  ${each} a sequence`;
        }),
  };
}

/** Puts that found a task instead of making one, by what found it. */
function countedPuts(storage: FullStorage, tally: Tally) {
  const known = new Set<TaskId>();
  /** Tasks that have been given back by their holder. */
  const tried = new Set<TaskId>();
  const count = (requests: readonly PutTaskRequest[], ids: readonly TaskId[]) =>
    requests.forEach(({ putId, onKey }, i) => {
      const id = ids[i] as TaskId;
      const hit = known.has(id) ? 1 : 0;
      known.add(id);
      if (putId !== undefined) tally("put with putId: found", hit, 1);
      else if (onKey !== undefined) tally(`put with onKey ${onKey}: found`, hit, 1);
      if (putId === undefined && onKey === "replace" && hit === 1)
        tally("replace: of a task tried before", tried.has(id) ? 1 : 0, 1);
    });
  const methods: Pick<FullStorage, "putTasks" | "commit"> = {
    async putTasks(requests, options) {
      const ids = await storage.putTasks(requests, options);
      count(requests, ids);
      return ids;
    },
    async commit(request, options) {
      const result = await storage.commit(request, options);
      tally("commit: ok", result.ok ? 1 : 0, 1);
      if (result.ok) count(request.put ?? [], result.ids);
      else tally(`commit: stopped by a ${result.conflict.kind}`, 1, 1);
      return result;
    },
  };
  return { methods, tried };
}

function countedCalls(
  storage: FullStorage,
  tried: Set<TaskId>,
  tally: Tally,
): Partial<FullStorage> {
  const settled = async (what: string, call: Promise<SettleResult>) => {
    const result = await call;
    tally(`${what}: leases settled`, result.settled, result.settled + result.lost.length);
    return result;
  };
  const changed = async (
    what: string,
    call: ReturnType<FullStorage["runNow"]>,
  ): ReturnType<FullStorage["runNow"]> => {
    const result = await call;
    tally(`${what}: tasks changed`, result.changed, result.changed + result.skipped.length);
    return result;
  };
  return {
    async getTask(...args) {
      const tasks = await storage.getTask(...args);
      tally("getTask: not empty", tasks.length > 0 ? 1 : 0, 1);
      tally("getTask: tasks, of those asked for", tasks.length, args[1]);
      return tasks;
    },
    doneTask: (...args) => settled("doneTask", storage.doneTask(...args)),
    async retryTask(...args) {
      const result = await settled("retryTask", storage.retryTask(...args));
      for (const { taskId } of args[0]) if (!result.lost.includes(taskId)) tried.add(taskId);
      return result;
    },
    releaseTask: (...args) => settled("releaseTask", storage.releaseTask(...args)),
    buryTask: (...args) => settled("buryTask", storage.buryTask(...args)),
    touchTask: (...args) => settled("touchTask", storage.touchTask(...args)),
    kickTask: (...args) => changed("kickTask", storage.kickTask(...args)),
    runNow: (...args) => changed("runNow", storage.runNow(...args)),
    buryWaiting: (...args) => changed("buryWaiting", storage.buryWaiting(...args)),
    cancelTask: (...args) => changed("cancelTask", storage.cancelTask(...args)),
    async clearQueue(...args) {
      const cleared = await storage.clearQueue(...args);
      tally("clearQueue: not empty", cleared > 0 ? 1 : 0, 1);
      return cleared;
    },
    async waitTask(queueNums, options) {
      const ready = await storage.waitTask(queueNums, options);
      tally("waitTask: queues ready", ready.length, queueNums.length);
      return ready;
    },
    async close() {
      const { queueStats } = await storage.getStat();
      for (const stat of queueStats.values()) {
        for (const total of TOTALS) tally(`tasks ${total}`, stat[`${total}Total`], stat.putTotal);
        tally("tasks blocked at the end", stat.blockedTasks, stat.totalTasks);
      }
      await storage.close();
    },
  };
}
