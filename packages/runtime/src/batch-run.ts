import { TASK_BACKOFF } from "./backoff.js";
import type { CycleDeps } from "./cycle.js";
import type { DecodedBatch, DecodedTask } from "./decode-batch.js";
import { judge, textOf } from "./failure.js";
import type { HandlerContext, QueueBinding } from "./handler.js";
import { type HandlerOutcome, runHandler } from "./handler-run.js";
import { createHandlerStorage } from "./handler-storage.js";
import type { LeasedBatch } from "./lease.js";
import { wrapHandler } from "./middleware.js";
import { settleVerdicts } from "./settle-verdicts.js";

interface BatchDeps extends CycleDeps {
  readonly renewal: { start(): void; stop(): void };
  readonly timeoutMs: number;
}

/**
 * The healthy tasks of a batch together, then one suspect alone: a task whose holder died or hung
 * must not drag others along. The other suspects go back at once, for others to try one by one.
 */
export async function runBatch(
  deps: BatchDeps,
  queue: QueueBinding,
  batch: LeasedBatch,
  { tasks }: DecodedBatch,
  stop: AbortSignal,
  abort: AbortSignal,
): Promise<void> {
  const healthy = tasks.filter(({ stored }) => stored.timeouts === 0);
  const [suspect, ...others] = tasks.filter(({ stored }) => stored.timeouts > 0);
  const goBack = batch.release(others.map(({ stored }) => stored)).catch(deps.onStorageError);
  if (healthy.length > 0) {
    const waiting = suspect === undefined ? [] : [suspect.stored];
    const handedOver = deps.running.hold(batch, waiting);
    const outcome = await runGroup(deps, queue, batch, healthy, abort);
    handedOver();
    if (stop.aborted || outcome.kind === "abandoned") {
      await deps.running.release(batch, waiting).catch(deps.onStorageError);
      return;
    }
  }
  await goBack;
  if (suspect === undefined) return;
  if (stop.aborted) {
    await deps.running.release(batch, [suspect.stored]).catch(deps.onStorageError);
    return;
  }
  deps.renewal.start(); // the healthy ones may have used up their time, and with it the renewal
  await runGroup(deps, queue, batch, [suspect], abort);
}

/** One call of the handler, and what becomes of the tasks it leaves. */
async function runGroup(
  deps: BatchDeps,
  queue: QueueBinding,
  batch: LeasedBatch,
  group: readonly DecodedTask[],
  abort: AbortSignal,
): Promise<HandlerOutcome> {
  const { clock, metrics, running, random, logger } = deps;
  const { queueNum } = queue;
  const stored = group.map((one) => one.stored);
  const tasks = group.map((one) => one.task);
  const now = clock.now();
  for (const task of stored) metrics.waited(queueNum, now - task.startTime.getTime());
  const storage = createHandlerStorage(batch, deps.storage, queue.policy, random);
  const deadline = new Date(now + deps.timeoutMs);
  const ended = running.start(queue, stored, now);

  const outcome = await runHandler(
    (signal) => {
      const ctx: HandlerContext = { signal, deadline, logger, queue, clock, random };
      return wrapHandler(deps.middleware, { ctx, stored, tasks }, () =>
        queue.handle(ctx, storage, tasks),
      );
    },
    { clock, timeoutMs: deps.timeoutMs, abort, onTimeout: deps.renewal.stop },
  );
  if (outcome.kind === "abandoned") {
    metrics.count("abandoned", queueNum);
    running.abandon(outcome.ended.then(ended));
    logger.error(
      { taskIds: stored.map((task) => task.taskId), origin: queue.origin },
      "a handler does not return; it is abandoned",
    );
  } else {
    ended();
    await settleRest(deps, queue, batch, stored, outcome, abort);
  }
  return outcome;
}

/** The tasks that a handler which has returned did not settle. */
async function settleRest(
  deps: BatchDeps,
  queue: QueueBinding,
  batch: LeasedBatch,
  stored: DecodedTask["stored"][],
  outcome: Exclude<HandlerOutcome, { kind: "abandoned" }>,
  abort: AbortSignal,
): Promise<void> {
  const { metrics, logger, random } = deps;
  const { queueNum } = queue;
  const left = batch.unsettled(stored);
  if (outcome.kind === "returned") {
    const { errors = 0, lastError } = outcome.stats ?? {};
    if (errors > 0 && Number.isFinite(errors)) metrics.count("errors", queueNum, errors);
    if (lastError !== undefined) logger.warn({ error: lastError }, "a handler reports an error");
  } else if (!abort.aborted) {
    metrics.count("handlerErrors", queueNum);
    metrics.count("errors", queueNum, left.length);
    logger.error({ error: outcome.error, unsettled: left.length }, "a handler threw");
  }
  if (left.length === 0) return;
  try {
    // Told to end, it could not do better: its tasks are not to blame.
    if (abort.aborted) return await deps.running.release(batch, left);
    if (outcome.kind === "threw" && queue.policy.onHandlerError !== "leave") {
      const { backoff = TASK_BACKOFF, maxAttempts = Number.POSITIVE_INFINITY } = queue.policy;
      const policy = { backoff, maxAttempts, random };
      const judged = left.map(({ taskId, attempts }) => ({
        taskId,
        // Whichever task it was about: the neighbours of one to bury are not to be buried.
        verdict: judge(new Error(textOf(outcome.error)), attempts, policy),
      }));
      return await settleVerdicts(batch, judged);
    }
  } catch (error) {
    logger.warn({ error }, "unsettled tasks are left to their visibility timeout");
  }
  batch.leave(left);
  metrics.count("unsettled", queueNum, left.length);
}
