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
 * worker's would be counted again. A storage out of reach leaves the last values.
 */
export function collectStorage(
  registry: Registry,
  storage: Pick<Storage, "getStat">,
  now: () => number,
): void {
  const registers = [registry];
  const age = new Gauge({
    name: "queue_oldest_ready_age_seconds",
    help: "How long the oldest ready task has waited",
    labelNames: ["queue_num"],
    registers,
  });
  new Gauge({
    name: "queue_tasks",
    help: "Tasks in the storage",
    labelNames: ["queue_num", "state"],
    registers,
    async collect() {
      const stats = await storage.getStat().catch(() => undefined);
      for (const stat of stats?.queueStats.values() ?? []) {
        const queue_num = String(stat.queueNum);
        for (const [state, field] of Object.entries(STATES))
          this.set({ queue_num, state }, stat[field]);
        const oldest = stat.oldestReadyAt?.getTime() ?? now();
        age.set({ queue_num }, Math.max(0, now() - oldest) / 1_000);
      }
    },
  });
}
