import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { QueueNum, Task } from "./storage.js";

/** What the worker tells of itself. */
export interface Metrics {
  workers(change: 1 | -1): void;
  processors(change: 1 | -1): void;
  inProgress(queueNum: QueueNum, change: number): void;
  count(event: CountedEvent, queueNum: QueueNum, by?: number): void;
  cycle(queueNum: QueueNum, ms: number): void;
  /** A handler begins these tasks now. */
  waited(queueNum: QueueNum, tasks: readonly Pick<Task, "startTime">[], now: number): void;
  polled(worker: string, now: number): void;
  storageError(): void;
}

const COUNTERS = {
  processed: ["queue_tasks_processed_total", "Tasks done"],
  errors: ["queue_tasks_errors_total", "Tasks whose handling failed"],
  retried: ["queue_tasks_retried_total", "Tasks put back for another try"],
  buried: ["queue_tasks_buried_total", "Tasks moved to the dead letters"],
  unsettled: ["queue_tasks_unsettled_total", "Tasks a handler returned without settling"],
  lost: ["queue_leases_lost_total", "Leases that were over before their task was settled"],
  handlerErrors: ["queue_handler_errors_total", "Calls of a handler that threw"],
  abandoned: ["queue_handlers_abandoned_total", "Handlers that did not return in time"],
  decodeErrors: ["queue_decode_errors_total", "Tasks whose payload did not decode"],
  slowCycles: ["queue_slow_cycles_total", "Cycles of over 10 s"],
} as const;

export type CountedEvent = keyof typeof COUNTERS;

/** A cycle should end within 10 s (the specification's figure): it has a bucket of its own. */
const CYCLE_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800, 3_600];

const ignore = () => {};

export const noMetrics: Metrics = {
  workers: ignore,
  processors: ignore,
  inProgress: ignore,
  count: ignore,
  cycle: ignore,
  waited: ignore,
  polled: ignore,
  storageError: ignore,
};

/** The Prometheus series. Workers that share a registry share them. */
export function createMetrics(registry: Registry): Metrics {
  const registers = [registry];
  const labelNames = ["queue_num"] as const;
  /** The series of that name, made by whoever came first. */
  function series<M>(name: string, create: () => M): M {
    return (registry.getSingleMetric(name) as M | undefined) ?? create();
  }
  const gauge = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    series(name, () => new Gauge({ name, help, labelNames: labels, registers }));
  const histogram = (name: string, help: string, buckets: number[]) =>
    series(name, () => new Histogram({ name, help, labelNames, buckets, registers }));
  const counters = Object.fromEntries(
    Object.entries(COUNTERS).map(([event, [name, help]]) => [
      event,
      series(name, () => new Counter({ name, help, labelNames, registers })),
    ]),
  ) as Record<CountedEvent, Counter<"queue_num">>;

  const workers = gauge("queue_running_workers", "Workers that run", []);
  const processors = gauge("queue_running_job_processors", "JobProcessors that run", []);
  const inProgress = gauge("queue_tasks_in_progress", "Tasks being handled", labelNames);
  const lastPoll = gauge(
    "queue_last_poll_timestamp_seconds",
    "When the storage last answered this worker",
    ["worker"],
  );
  const cycle = histogram(
    "queue_job_processor_cycle_duration_seconds",
    "From asking for a batch to the end of its handling",
    CYCLE_BUCKETS,
  );
  const waited = histogram(
    "queue_task_wait_seconds",
    "From a task's being ready to the start of its handler",
    WAIT_BUCKETS,
  );
  const storageErrors = series(
    "queue_storage_errors_total",
    () =>
      new Counter({
        name: "queue_storage_errors_total",
        help: "Calls to the storage that failed",
        registers,
      }),
  );
  const of = (queueNum: QueueNum) => ({ queue_num: String(queueNum) });

  return {
    workers: (change) => workers.inc(change),
    processors: (change) => processors.inc(change),
    inProgress: (queueNum, change) => inProgress.inc(of(queueNum), change),
    count: (event, queueNum, by = 1) => counters[event].inc(of(queueNum), by),
    cycle: (queueNum, ms) => cycle.observe(of(queueNum), ms / 1_000),
    waited(queueNum, tasks, now) {
      const ofQueue = waited.labels(of(queueNum));
      for (const { startTime } of tasks)
        ofQueue.observe(Math.max(0, now - startTime.getTime()) / 1_000);
    },
    polled: (worker, now) => lastPoll.set({ worker }, now / 1_000),
    storageError: () => storageErrors.inc(),
  };
}
