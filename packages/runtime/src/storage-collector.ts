import { Gauge, type Registry } from "prom-client";
import type { QueueStat, Storage } from "./storage.js";

const STATES = {
  ready: "readyTasks",
  delayed: "delayedTasks",
  taken: "takenTasks",
  blocked: "blockedTasks",
  dead: "deadTasks",
} as const satisfies Record<string, keyof QueueStat>;

/**
 * Gauges of the storage itself, read whenever the registry is. For one process of a fleet: every
 * worker's would be counted again. A storage out of reach leaves the last values. One storage for a
 * registry: the second call for it does nothing.
 */
export function collectStorage(
  registry: Registry,
  storage: Pick<Storage, "getStat">,
  now: () => number,
): void {
  if (registry.getSingleMetric("queue_tasks") !== undefined) return; // it is collected already
  const registers = [registry];
  let reading: Promise<readonly QueueStat[]> | undefined;
  /** Both gauges are read at the same moment: one call serves both. */
  const read = () => {
    reading ??= storage
      .getStat()
      .then(
        (stats) => [...stats.queueStats.values()],
        () => [],
      )
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  new Gauge({
    name: "queue_tasks",
    help: "Tasks in the storage",
    labelNames: ["queue_num", "state"],
    registers,
    async collect() {
      for (const stat of await read())
        for (const [state, field] of Object.entries(STATES))
          this.set({ queue_num: String(stat.queueNum), state }, stat[field]);
    },
  });
  new Gauge({
    name: "queue_oldest_ready_age_seconds",
    help: "How long the oldest ready task has waited",
    labelNames: ["queue_num"],
    registers,
    async collect() {
      for (const { queueNum, oldestReadyAt } of await read()) {
        const ageMs = oldestReadyAt === null ? 0 : now() - oldestReadyAt.getTime();
        this.set({ queue_num: String(queueNum) }, Math.max(0, ageMs) / 1_000);
      }
    },
  });
}
