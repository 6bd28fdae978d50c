import type { FullStorage, QueueStat, Stats } from "@queue/runtime";
import { inFront, type Mutant } from "./mutant.js";

function shownStats(
  storage: FullStorage,
  show: (stat: QueueStat) => QueueStat | null,
): Partial<FullStorage> {
  return {
    async getStat(options): Promise<Stats> {
      const { queueStats } = await storage.getStat(options);
      const shown = [...queueStats].map(([num, stat]) => [num, show(stat)] as const);
      return { queueStats: new Map(shown.filter(([, stat]) => stat !== null)) } as Stats;
    },
  };
}

export const statsMutants: readonly Mutant[] = [
  inFront(
    {
      name: "counts taken tasks as ready",
      breaks: "stats 3/1/1/1: two ready and one delayed, take one",
      promise: "two ready and one delayed, one taken: 3 in all, 1 ready, 1 taken, 1 delayed",
    },
    (storage) =>
      shownStats(storage, (stat) => ({ ...stat, readyTasks: stat.readyTasks + stat.takenTasks })),
  ),
  inFront(
    {
      name: "leaves the dead out of the total",
      breaks: "total = ready + delayed + taken + blocked + dead, always",
      promise: "every state is counted, and the total is their sum",
    },
    (storage) =>
      shownStats(storage, (stat) => ({ ...stat, totalTasks: stat.totalTasks - stat.deadTasks })),
  ),
  inFront(
    {
      name: "does not count what expires",
      breaks: "expiredTotal counts tasks removed by their ttl",
      promise: "each total counts its own kind of event, in its own queue",
    },
    (storage) => shownStats(storage, (stat) => ({ ...stat, expiredTotal: 0 })),
  ),
  inFront(
    {
      name: "forgets a queue that is empty",
      breaks: "a queue appears with its first put or pause and stays",
      promise: "a queue appears with its first put, and stays when it is empty",
    },
    (storage) => shownStats(storage, (stat) => (stat.totalTasks === 0 ? null : stat)),
  ),
  inFront(
    {
      name: "shows the next start of a queue without delayed tasks",
      breaks: "nextStartTime: Date | null",
      promise: "oldestReadyAt and nextStartTime are null without such tasks",
    },
    (storage) =>
      shownStats(storage, (stat) => ({
        ...stat,
        nextStartTime: stat.nextStartTime ?? stat.oldestReadyAt ?? new Date(0),
      })),
  ),
];
