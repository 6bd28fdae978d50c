import type { FullStorage, Lease, SettleResult, Task } from "@queue/runtime";
import { brokenStorage, type Mutant, shown } from "./mutant.js";

/** Each lease as if it were the newest of its task. */
async function newest<L extends Lease>(storage: FullStorage, list: readonly L[]): Promise<L[]> {
  const infos = await storage.peekTask(list.map(({ taskId }) => taskId));
  const leases = new Map(infos.map(({ taskId, lease }) => [taskId, lease]));
  return list.map((one) => ({ ...one, lease: leases.get(one.taskId) ?? one.lease }));
}

const allSettled = (list: readonly Lease[]): SettleResult => ({ settled: list.length, lost: [] });

export const settleMutants: readonly Mutant[] = [
  brokenStorage("lets any lease settle", "fencing", (storage) => ({
    doneTask: async (list, options) => storage.doneTask(await newest(storage, list), options),
    retryTask: async (list, options) => storage.retryTask(await newest(storage, list), options),
    releaseTask: async (list, options) => storage.releaseTask(await newest(storage, list), options),
    buryTask: async (list, options) => storage.buryTask(await newest(storage, list), options),
  })),
  brokenStorage("renews leases that are lost", "fencing", (storage) => ({
    async touchTask(list, ms, options) {
      await storage.touchTask(list, ms, options);
      return allSettled(list);
    },
  })),
  brokenStorage(
    "says of one done in twenty that it is lost",
    "fencing",
    (storage, _time, random) => ({
      async doneTask(list, options) {
        const { settled, lost } = await storage.doneTask(list, options);
        const [first] = list;
        if (
          settled === 0 ||
          first === undefined ||
          lost.includes(first.taskId) ||
          random.chance(0.95)
        )
          return { settled, lost };
        return { settled: settled - 1, lost: [...lost, first.taskId] };
      },
    }),
  ),
  brokenStorage(
    "acknowledges done before its effect, and forgets one in twenty",
    "no resurrection",
    (storage, time, random) => ({
      async doneTask(list) {
        if (!random.chance(0.05)) time.setTimer(50, () => void storage.doneTask(list));
        return allSettled(list);
      },
    }),
  ),
  brokenStorage("counts a release as a try", "counters", (storage) => ({
    releaseTask: (list, options) =>
      storage.retryTask(
        list.map(({ taskId, lease }) => ({ taskId, lease, delayMs: 0 })),
        options,
      ),
  })),
  brokenStorage("waits half as long before a retry", "punctuality", (storage) => ({
    retryTask: (list, options) =>
      storage.retryTask(
        list.map((one) => (one.delayMs === undefined ? one : { ...one, delayMs: one.delayMs / 2 })),
        options,
      ),
  })),
  brokenStorage("lets a retried task lose its key's turn", "order", freeKeyAtRetry),
  brokenStorage("throws dead letters away", "no loss", (storage) => ({
    buryTask: (list, options) => storage.doneTask(list, options),
  })),
  brokenStorage("answers a cancel and does nothing", "no resurrection", (storage) => ({
    async cancelTask(ids) {
      const waiting = (await storage.peekTask(ids)).filter(({ state }) => state !== "taken");
      const known = new Set(waiting.map(({ taskId }) => taskId));
      return { changed: known.size, skipped: ids.filter((id) => !known.has(id)) };
    },
  })),
  brokenStorage("counts one ready task too many", "conservation", (storage, _time, random) => ({
    async getStat(options) {
      const { queueStats } = await storage.getStat(options);
      const off = ([num, stat]: [
        number,
        typeof queueStats extends ReadonlyMap<number, infer S> ? S : never,
      ]) =>
        [num, random.chance(0.9) ? stat : { ...stat, readyTasks: stat.readyTasks + 1 }] as const;
      return { queueStats: new Map([...queueStats].map(off)) };
    },
  })),
  brokenStorage("counts done tasks by calls, not by tasks", "conservation", (storage) => {
    let uncounted = 0;
    return {
      async doneTask(list, options) {
        const result = await storage.doneTask(list, options);
        uncounted += Math.max(0, result.settled - 1);
        return result;
      },
      async getStat(options) {
        const { queueStats } = await storage.getStat(options);
        const first = [...queueStats.keys()][0];
        const fewer = [...queueStats].map(([num, stat]) => {
          const less = num === first ? Math.min(uncounted, stat.doneTotal) : 0;
          const { doneTotal, putTotal } = stat;
          return [
            num,
            { ...stat, doneTotal: doneTotal - less, putTotal: putTotal - less },
          ] as const;
        });
        return { queueStats: new Map(fewer) };
      },
    };
  }),
];

/** By way of the dead letters, with the counters as they should be: only the order is wrong. */
function freeKeyAtRetry(
  storage: FullStorage,
  time: { now(): number; setTimer(ms: number, fn: () => void): unknown },
): Partial<FullStorage> {
  const before = new Map<number, Pick<Task, "attempts" | "timeouts" | "prevStartTime">>();
  const sound = shown(storage, (task) => {
    const past = before.get(task.taskId);
    if (past === undefined) return task;
    const { attempts, timeouts } = task;
    return {
      ...task,
      attempts: attempts + past.attempts,
      timeouts: timeouts + past.timeouts,
      prevStartTime: task.prevStartTime ?? past.prevStartTime,
    };
  });
  return {
    ...sound,
    async retryTask(list, options) {
      const infos = await sound.peekTask(list.map(({ taskId }) => taskId));
      const keyed = new Map(
        infos.filter(({ key }) => key !== null).map((one) => [one.taskId, one]),
      );
      const plain = list.filter(({ taskId }) => !keyed.has(taskId));
      const results = [await storage.retryTask(plain, options)];
      for (const { taskId, lease, delayMs, nextStartTime } of list) {
        const info = keyed.get(taskId);
        if (info === undefined) continue;
        const result = await storage.buryTask([{ taskId, lease, error: "retried" }]);
        results.push(result);
        if (result.settled === 0) continue;
        const { attempts, timeouts, startTime, queueNum } = info;
        before.set(taskId, { attempts: attempts + 1, timeouts, prevStartTime: startTime });
        const ms = delayMs ?? nextStartTime.getTime() - time.now();
        time.setTimer(Math.max(0, ms), () => void storage.kickTask(queueNum, [taskId]));
      }
      return {
        settled: results.reduce((sum, { settled }) => sum + settled, 0),
        lost: results.flatMap(({ lost }) => lost),
      };
    },
  };
}
