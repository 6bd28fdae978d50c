import type { Task } from "@queue/runtime";
import { brokenStorage, type Mutant, shown } from "./mutant.js";

const DEFAULT_TIMEOUT_MS = 60_000;

/** Leases of another length than asked for. */
function leasesOf(
  name: string,
  caughtBy: Mutant["caughtBy"],
  length: (ms: number) => number,
): Mutant {
  return brokenStorage(name, caughtBy, (storage) => ({
    getTask: (queueNum, count, options) =>
      storage.getTask(queueNum, count, {
        ...options,
        visibilityTimeoutMs: length(options?.visibilityTimeoutMs ?? DEFAULT_TIMEOUT_MS),
      }),
    touchTask: (leases, ms, options) => storage.touchTask(leases, length(ms), options),
  }));
}

export const takeMutants: readonly Mutant[] = [
  leasesOf("ends leases in half their time", "lease exclusion", (ms) => ms / 2),
  leasesOf("ends leases two seconds late", "fencing", (ms) => ms + 2_000),
  leasesOf("never ends a lease", "liveness", (ms) => ms * 1_000),
  brokenStorage("gives its last batch out again", "counters", (storage, _time, random) => {
    let last: readonly Task[] = [];
    return {
      async getTask(queueNum, count, options) {
        const tasks = await storage.getTask(queueNum, count, options);
        if (tasks.length > 0) last = tasks;
        else if (last[0]?.queueNum === queueNum && random.chance(0.2)) return last;
        return tasks;
      },
    };
  }),
  brokenStorage(
    "gives one task in forty out under another id",
    "no invention",
    (storage, _time, random) => ({
      getTask: async (...args) =>
        (await storage.getTask(...args)).map((task) =>
          random.chance(1 / 40) ? { ...task, taskId: task.taskId + 1_000_000 } : task,
        ),
    }),
  ),
  brokenStorage("counts no attempts", "counters", (storage) =>
    shown(storage, (task) => ({ ...task, attempts: 0, timeouts: 0 })),
  ),
  brokenStorage("forgets the previous start", "counters", (storage) =>
    shown(storage, (task) => ({ ...task, prevStartTime: null })),
  ),
  brokenStorage("counts a take twice", "counters", (storage) => {
    const own = <L extends { readonly lease: number }>(list: readonly L[]) =>
      list.map((one) => ({ ...one, lease: one.lease / 2 }));
    return {
      ...shown(storage, (task) => ({ ...task, lease: task.lease * 2 })),
      doneTask: (list, options) => storage.doneTask(own(list), options),
      retryTask: (list, options) => storage.retryTask(own(list), options),
      releaseTask: (list, options) => storage.releaseTask(own(list), options),
      buryTask: (list, options) => storage.buryTask(own(list), options),
      touchTask: (list, ms, options) => storage.touchTask(own(list), ms, options),
    };
  }),
  brokenStorage("gives tasks out a second before their start", "punctuality", (storage, time) => ({
    async getTask(queueNum, ...rest) {
      const { tasks } = await storage.listTasks(queueNum, "delayed", { limit: 100 });
      const soon = tasks.filter(({ startTime }) => startTime.getTime() <= time.now() + 1_000);
      await storage.runNow(soon.map(({ taskId }) => taskId));
      return storage.getTask(queueNum, ...rest);
    },
  })),
  brokenStorage("gives batches out in the wrong order", "order", (storage) => ({
    getTask: async (...args) => [...(await storage.getTask(...args))].reverse(),
  })),
  brokenStorage("leaves the first task behind", "order", (storage, _time, random) => ({
    async getTask(queueNum, count, options) {
      const tasks = await storage.getTask(queueNum, count, options);
      const [first] = tasks;
      if (first === undefined || tasks.length === 1 || !random.chance(0.2)) return tasks;
      await storage.releaseTask([first]);
      return tasks.slice(1);
    },
  })),
  brokenStorage("wakes nobody", "punctuality", (storage) => ({
    async waitTask(queueNums, options) {
      if (options.timeoutMs === 0) return storage.waitTask(queueNums, options);
      return storage.waitTask([NOBODYS], options);
    },
  })),
  brokenStorage("forgets to resume", "liveness", (storage) => ({
    pauseQueue: async (queueNum, paused, options) =>
      paused ? storage.pauseQueue(queueNum, paused, options) : undefined,
  })),
];

/** A queue without tasks. */
const NOBODYS = 59_999;
