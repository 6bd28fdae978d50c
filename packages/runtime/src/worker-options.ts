import type { Registry } from "prom-client";
import type { Clock } from "./clock.js";
import type { ConfigSource } from "./config/config-source.js";
import { checkedDuration, checkOptions, refuse, show } from "./guard/arguments.js";
import type { QueueBinding } from "./handler.js";
import type { Logger } from "./logger.js";
import type { ManagerLink } from "./manager-link.js";
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
  /** The way to a Manager, whose plans then decide which queue comes next. */
  readonly manager?: ManagerLink;
  /** Until the Manager's first plan: go round robin (`autonomous`, the default) or take nothing. */
  readonly untilPlan?: "autonomous" | "idle";
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
  "manager",
  "untilPlan",
  "maxProcessors",
  "visibilityTimeoutMs",
  "batchSize",
  "idleDelayMs",
  "storageTimeoutMs",
  "clock",
  "random",
] satisfies (keyof WorkerOptions)[]);

/** What else a program may give, and a method by which it is known. */
const PARTS = [
  ["logger", "child", "must have debug, info, warn, error and child, as a pino logger has"],
  ["scheduler", "next", "must be a scheduler, such as roundRobin() makes"],
  ["config", "subscribe", "must be a source of settings, such as objectConfig() makes"],
  ["registry", "getSingleMetric", "must be a Registry of prom-client"],
  ["clock", "setTimer", "must be a clock, such as systemClock"],
] as const satisfies [keyof WorkerOptions, string, string][];

function hasMethod(value: unknown, name: string): boolean {
  const held = value as Record<string, unknown> | null | undefined;
  return typeof held?.[name] === "function";
}

/** What the settings do not check already. */
export function checkWorkerOptions(options: WorkerOptions): void {
  checkOptions(options, "Worker", OPTIONS);
  const { storage, queues, idleDelayMs, storageTimeoutMs } = options;
  if (!hasMethod(storage, "getTask"))
    refuse(
      "storage",
      `must be a storage, such as createMemoryStorage() makes, not ${show(storage)}`,
    );
  for (const [option, method, sentence] of PARTS)
    if (options[option] !== undefined && !hasMethod(options[option], method))
      refuse(option, sentence);
  checkManager(options);
  if (!Array.isArray(queues) || queues.length === 0)
    refuse("queues", "must be a list of at least one queue, made by bindQueue()");
  for (const [i, queue] of queues.entries())
    if (!hasMethod(queue, "handle"))
      refuse(`queues[${i}]`, `must be made by bindQueue(), not ${show(queue)}`);
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

function checkManager({ manager, scheduler, untilPlan }: WorkerOptions): void {
  if (manager !== undefined && typeof manager?.exchange !== "function")
    refuse("manager", `must be a link to a Manager, not ${show(manager)}`);
  if (manager !== undefined && scheduler !== undefined)
    refuse("scheduler", "cannot be given beside a manager, whose plans decide");
  if (untilPlan === undefined) return;
  if (untilPlan !== "autonomous" && untilPlan !== "idle")
    refuse("untilPlan", `must be "autonomous" or "idle", not ${show(untilPlan)}`);
  // A worker that nobody will ever instruct would do nothing for ever.
  if (manager === undefined) refuse("untilPlan", "is of no use without a manager");
}
