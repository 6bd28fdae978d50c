import type { SharedAbort } from "./abort.js";
import { runBatch } from "./batch-run.js";
import type { Clock } from "./clock.js";
import { decodeBatch } from "./decode-batch.js";
import type { QueueBinding } from "./handler.js";
import { type BatchObserver, LeasedBatch } from "./lease.js";
import type { Logger } from "./logger.js";
import type { Metrics } from "./metrics.js";
import type { BatchMiddleware } from "./middleware.js";
import { noRenewal, startRenewal } from "./renewal.js";
import type { RunningBatches } from "./running-batches.js";
import type { Storage, Task } from "./storage.js";
import type { StorageCalls } from "./storage-calls.js";
import type { Turn, Turns } from "./turns.js";

/** A cycle that takes longer is counted and logged: it holds up a deploy (the specification). */
const SLOW_CYCLE_MS = 10_000;

export interface CycleDeps {
  readonly storage: Storage;
  readonly calls: StorageCalls;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly middleware: readonly BatchMiddleware[];
  readonly running: RunningBatches;
  readonly turns: Turns;
  batchSize(queue: QueueBinding): number;
  visibilityTimeoutMs(queue: QueueBinding): number;
  onStorageError(error: unknown): void;
  /** Aborted when the worker has ended, whatever still runs. */
  readonly over: AbortSignal;
}

export type CycleOutcome =
  | { readonly kind: "empty" }
  | { readonly kind: "handled" }
  /** The storage did not give a batch. */
  | { readonly kind: "failed" };

/** Takes a batch of a queue, handles it and reports. */
export async function runCycle(
  deps: CycleDeps,
  turn: Turn,
  stop: AbortSignal,
  abort: SharedAbort,
): Promise<CycleOutcome> {
  const { clock, metrics } = deps;
  const { queue } = turn;
  const { queueNum, name } = queue;
  const startedAt = clock.now();
  const visibilityTimeoutMs = deps.visibilityTimeoutMs(queue);
  const asked = deps.batchSize(queue);
  let tasks: readonly Task[];
  try {
    // Not ended by a stop: what the storage has taken by then has to be given back.
    tasks = await deps.calls.getTask(queueNum, asked, { visibilityTimeoutMs });
  } catch (error) {
    deps.turns.onTakeFailed(turn, error);
    return { kind: "failed" };
  }
  deps.turns.onTaken(turn, tasks, asked);
  if (tasks.length === 0) return { kind: "empty" };

  metrics.inProgress(queueNum, tasks.length);
  await handleTasks(deps, queue, tasks, { takenAt: startedAt, visibilityTimeoutMs, stop, abort });
  metrics.inProgress(queueNum, -tasks.length);
  const tookMs = clock.now() - startedAt;
  metrics.cycle(queueNum, tookMs);
  if (tookMs > SLOW_CYCLE_MS) {
    metrics.count("slowCycles", queueNum);
    deps.logger.warn({ queueNum, queue: name, tasks: tasks.length, tookMs }, "slow cycle");
  }
  return { kind: "handled" };
}

interface Taken {
  readonly takenAt: number;
  readonly visibilityTimeoutMs: number;
  readonly stop: AbortSignal;
  readonly abort: SharedAbort;
}

async function handleTasks(
  deps: CycleDeps,
  queue: QueueBinding,
  tasks: readonly Task[],
  { takenAt, visibilityTimeoutMs, stop, abort }: Taken,
): Promise<void> {
  const { calls, clock, random, over, onStorageError } = deps;
  const { queueNum, name, policy } = queue;
  const logger = deps.logger.child({ queueNum, queue: name, batch: tasks[0]?.taskId });
  const observer = observe(deps, queue);
  const leasing = { calls, clock, random, logger, observer, over };
  const batch = new LeasedBatch(leasing, tasks, takenAt + visibilityTimeoutMs);
  if (stop.aborted) return deps.running.release(batch, tasks).catch(onStorageError);
  const renewal =
    policy.renewLeases === false
      ? noRenewal
      : startRenewal(batch, { clock, visibilityTimeoutMs, takenAt, onFailure: onStorageError });
  // A worker that has ended must not hold its tasks: what still runs is left to the timeout.
  const leave = abort.listen(renewal.stop);
  const timeoutMs = policy.handlerTimeoutMs ?? 5 * visibilityTimeoutMs;
  try {
    const decoded = decodeBatch(deps, queue, batch, tasks, logger);
    await runBatch({ deps, queue, batch, logger, renewal, timeoutMs, stop, abort }, decoded);
  } finally {
    renewal.stop();
    leave();
  }
  await batch.quiet();
}

/** Counters come from what the storage acknowledged, so a throwing handler's work counts as well. */
function observe(
  { metrics, onStorageError }: CycleDeps,
  { queueNum }: QueueBinding,
): BatchObserver {
  return {
    settled(kind, count) {
      if (kind === "done") metrics.count("processed", queueNum, count);
      if (kind === "retry") metrics.count("retried", queueNum, count);
      if (kind === "bury") metrics.count("buried", queueNum, count);
    },
    lost: (taskIds) => metrics.count("lost", queueNum, taskIds.length),
    storageFailed: onStorageError,
  };
}
