import { collectStorage, type FullStorage } from "@queue/runtime";
import { Gauge, type Registry } from "prom-client";
import type { Manager } from "../manager.js";

/** Prometheus gives up after 10 s by default, and would lose the Manager's own gauges with the storage's. */
export const METRICS_TIMEOUT_MS = 5_000;

/** The gauges of the storage, and of the Manager itself. */
export function collectManager(
  registry: Registry,
  manager: Manager,
  storage: Pick<FullStorage, "getStat">,
  now: () => number,
): void {
  const registers = [registry];
  collectStorage(registry, storage, now);
  new Gauge({
    name: "queue_manager_leading",
    help: "1 for the Manager that leads",
    registers,
    collect() {
      this.set(Number(manager.view().leading));
    },
  });
  new Gauge({
    name: "queue_manager_workers",
    help: "Workers that report to this Manager",
    registers,
    collect() {
      this.set(manager.view().workers.length);
    },
  });
  new Gauge({
    name: "queue_manager_homes",
    help: "Processors at home at a queue, by the last plan",
    labelNames: ["queue_num"],
    registers,
    collect() {
      this.reset();
      for (const { demand, homes } of manager.view().allocation?.queues ?? [])
        this.set({ queue_num: String(demand.queueNum) }, homes);
    },
  });
}
