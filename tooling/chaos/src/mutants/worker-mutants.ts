import { brokenWorker, type Mutant } from "./mutant.js";

export const workerMutants: readonly Mutant[] = [
  brokenWorker("gives tasks back while their handler runs", "lease exclusion", ({ storage }) => ({
    storage: {
      ...storage,
      touchTask: (leases, _ms, options) => storage.releaseTask(leases, options),
    },
  })),
  brokenWorker("does not renew its leases", "lease exclusion", ({ storage }) => ({
    storage: {
      ...storage,
      touchTask: async (leases) => ({ settled: leases.length, lost: [] }),
    },
  })),
  brokenWorker("hands a task over twice", "lease exclusion", ({ storage }, random) => ({
    storage: {
      ...storage,
      async getTask(...args) {
        const tasks = await storage.getTask(...args);
        return random.chance(0.9) ? tasks : [...tasks, ...tasks.slice(0, 1)];
      },
    },
  })),
  brokenWorker("handles what it has given back", "lease exclusion", ({ storage }, random) => ({
    storage: {
      ...storage,
      async getTask(...args) {
        const tasks = await storage.getTask(...args);
        if (tasks.length > 0 && random.chance(0.1)) await storage.releaseTask(tasks.slice(-1));
        return tasks;
      },
    },
  })),
  brokenWorker("says done and does not do it", "no resurrection", ({ storage }, random) => ({
    storage: {
      ...storage,
      doneTask: async (leases, options) =>
        random.chance(0.9)
          ? storage.doneTask(leases, options)
          : { settled: leases.length, lost: [] },
    },
  })),
  brokenWorker("starves its last queue", "liveness", ({ scheduler }) => ({
    scheduler: {
      ...scheduler,
      next: (candidates, now) =>
        scheduler.next(
          candidates.filter(({ queueNum }) => queueNum !== 3),
          now,
        ),
    },
  })),
  brokenWorker("loses its wake-ups", "liveness", ({ storage }) => ({
    storage: {
      ...storage,
      async waitTask(...args) {
        await storage.waitTask(...args);
        return [];
      },
    },
  })),
  brokenWorker("loses its timers of a second", "liveness", ({ clock }) => ({
    clock: {
      now: clock.now,
      setTimer: (ms, fn) => (ms === 1_000 ? () => {} : clock.setTimer(ms, fn)),
    },
  })),
  brokenWorker("sleeps when it should look", "punctuality", ({ storage }, random) => ({
    storage: {
      ...storage,
      async waitTask(queueNums, options) {
        const ready = await storage.waitTask(queueNums, options);
        return random.chance(0.3) ? ready : [];
      },
    },
  })),
];
