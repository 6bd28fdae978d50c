import { isDeepStrictEqual } from "node:util";
import { QueueError } from "../errors.js";
import type { Logger } from "../logger.js";
import type { QueueNum } from "../storage.js";
import { configPath } from "./config-path.js";
import type { ConfigSource } from "./config-source.js";
import {
  checkSettings,
  effectiveValues,
  sourceSettings,
  type WorkerSettingsDeps,
} from "./worker-values.js";

/** The settings of a worker as they are now. */
export interface WorkerSettings {
  /** From 0, which pauses the worker, to 1024. */
  readonly maxProcessors: number;
  visibilityTimeoutMs(queueNum: QueueNum): number;
  batchSize(queueNum: QueueNum): number;
  /** Calls `listener` once per update of the source that changed any of the values above. */
  onChange(listener: () => void): () => void;
  /** Ends the listening; the last values stay. The source belongs to whoever opened it. */
  close(): void;
}

const NO_SOURCE: ConfigSource = { get: () => undefined, subscribe: () => () => {} };

/** Precedence: the source, then the Worker's options, then the contract, then the defaults. */
export function createWorkerSettings(deps: WorkerSettingsDeps): WorkerSettings {
  checkSettings(deps);
  const { service, name, source = NO_SOURCE, logger } = deps;
  const root = configPath(`${service}/worker/queue/${name}`);
  const given = sourceSettings(root, source, deps);
  const listeners = new Set<{ readonly call: () => void }>();
  let now = effectiveValues(given, deps);

  const unsubscribe = source.subscribe(root, () => {
    for (const setting of given.all) setting.refresh();
    const before = now;
    now = effectiveValues(given, deps);
    if (isDeepStrictEqual(before, now)) return;
    for (const listener of [...listeners]) if (listeners.has(listener)) tell(listener.call, logger);
  });

  const ofQueue = (queueNum: QueueNum) => {
    const values = now.queues.get(queueNum);
    if (values !== undefined) return values;
    throw new QueueError("INVALID_ARGUMENT", `queue ${queueNum} is not a queue of this worker`);
  };
  return {
    get maxProcessors() {
      return now.maxProcessors;
    },
    visibilityTimeoutMs: (queueNum) => ofQueue(queueNum).visibilityTimeoutMs,
    batchSize: (queueNum) => ofQueue(queueNum).batchSize,
    onChange(call) {
      const listener = { call };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      unsubscribe();
      listeners.clear();
    },
  };
}

function tell(listener: () => void, logger: Logger): void {
  try {
    listener();
  } catch (err) {
    logger.error({ err }, "listener of worker settings failed");
  }
}
