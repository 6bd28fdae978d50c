import type { Registry } from "prom-client";
import type { Clock } from "./clock.js";
import type { ConfigSource } from "./config/config-source.js";
import { checkedDuration, checkOptions, refuse, show } from "./guard/arguments.js";
import type { QueueBinding } from "./handler.js";
import type { Logger } from "./logger.js";
import type { Scheduler } from "./scheduler/scheduler.js";
import type { QueueNum, Storage } from "./storage.js";

export interface WorkerOptions {
  /** The service and the worker's name in it: where its settings are found. */
  readonly service: string;
  readonly name: string;
  readonly storage: Storage;
  readonly queues: readonly QueueBinding[];
  readonly config?: ConfigSource;
  readonly registry?: Registry;
  readonly logger?: Logger;
  /** Which queue comes next; `roundRobin()` by default. */
  readonly scheduler?: Scheduler;
  /** How many JobProcessors run; 1 by default. */
  readonly maxProcessors?: number;
  /** How long taken tasks stay hidden without a renewal; 60 s by default. */
  readonly visibilityTimeoutMs?: number;
  /** How many tasks a batch has at most; 10 by default. */
  readonly batchSize?: number;
  /** How often the storage is asked for ready queues beside the long poll; 1 s by default. */
  readonly idleDelayMs?: number;
  /** How long a call to the storage may take before it counts as failed; 10 s by default. */
  readonly storageTimeoutMs?: number;
  readonly clock?: Clock;
  /** From 0 up to 1; `Math.random` by default. */
  readonly random?: () => number;
}

const OPTIONS = new Set<string>([
  "service",
  "name",
  "storage",
  "queues",
  "config",
  "registry",
  "logger",
  "scheduler",
  "maxProcessors",
  "visibilityTimeoutMs",
  "batchSize",
  "idleDelayMs",
  "storageTimeoutMs",
  "clock",
  "random",
] satisfies (keyof WorkerOptions)[]);

/** What the settings do not check already. */
export function checkWorkerOptions(options: WorkerOptions): void {
  checkOptions(options, "Worker", OPTIONS);
  const { storage, queues, logger, idleDelayMs, storageTimeoutMs } = options;
  if (typeof storage?.getTask !== "function")
    refuse(
      "storage",
      `must be a storage, such as createMemoryStorage() makes, not ${show(storage)}`,
    );
  if (logger !== undefined && typeof logger?.child !== "function")
    refuse("logger", "must have debug, info, warn, error and child, as a pino logger has");
  if (!Array.isArray(queues) || queues.length === 0)
    refuse("queues", "must be a list of at least one queue, made by bindQueue()");
  if (idleDelayMs !== undefined) checkedDuration(idleDelayMs, "idleDelayMs", 1);
  if (storageTimeoutMs !== undefined) checkedDuration(storageTimeoutMs, "storageTimeoutMs", 1);
  const names = new Map<QueueNum, string>();
  for (const { queueNum, name } of queues) {
    const other = names.get(queueNum);
    if (other !== undefined)
      refuse("queues", `has number ${queueNum} twice: for ${other} and for ${name}`);
    names.set(queueNum, name);
  }
}
