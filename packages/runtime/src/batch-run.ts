import type { SharedAbort } from "./abort.js";
import { TASK_BACKOFF } from "./backoff.js";
import { BatchContext } from "./batch-context.js";
import type { CycleDeps } from "./cycle.js";
import type { DecodedTask } from "./decode-batch.js";
import { judge, textOf } from "./failure.js";
import type { QueueBinding } from "./handler.js";
import { type HandlerOutcome, runHandler } from "./handler-run.js";
import { createHandlerStorage } from "./handler-storage.js";
import type { LeasedBatch } from "./lease.js";
import type { Logger } from "./logger.js";
import { wrapHandler } from "./middleware.js";
import type { Renewal } from "./renewal.js";
import { settleVerdicts } from "./settle-verdicts.js";
import type { Task } from "./storage.js";

/** A batch on its way through its handler. */
export interface BatchRun {
  readonly deps: CycleDeps;
  readonly queue: QueueBinding;
  readonly batch: LeasedBatch;
  readonly logger: Logger;
  readonly renewal: Renewal;
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  readonly abort: SharedAbort;
}

/**
 * The healthy tasks of a batch together, then one suspect alone: a task whose holder died or hung
 * must not drag others along. The other suspects go back at once, for others to try one by one.
 */
export async function runBatch(run: BatchRun, tasks: readonly DecodedTask[]): Promise<void> {
  const { deps, batch, stop } = run;
  const [suspect, ...others] = tasks.filter(({ stored }) => stored.timeouts > 0);
  if (suspect === undefined) {
    if (tasks.length > 0) await runGroup(run, tasks);
    return;
  }
  const healthy = tasks.filter(({ stored }) => stored.timeouts === 0);
  const goBack = batch
    .release(others.map(({ stored }) => stored.taskId))
    .catch(deps.onStorageError);
  if (healthy.length > 0) {
    const handedOver = deps.running.hold(batch, [suspect.stored]);
    const outcome = await runGroup(run, healthy);
    handedOver();
    if (outcome.kind === "abandoned") return giveBack(run, [suspect]);
  }
  await goBack;
  if (stop.aborted) return giveBack(run, [suspect]);
  run.renewal.start(); // they may have used up their time, and with it the renewal
  await runGroup(run, [suspect]);
}

async function giveBack({ deps, batch }: BatchRun, tasks: readonly DecodedTask[]): Promise<void> {
  const stored = tasks.map((task) => task.stored);
  await deps.running.release(batch, stored).catch(deps.onStorageError);
}

/** One call of the handler, and what becomes of the tasks it leaves. */
async function runGroup(
  run: BatchRun,
  candidates: readonly DecodedTask[],
): Promise<HandlerOutcome> {
  const { deps, queue, batch, logger, timeoutMs } = run;
  const group = candidates.filter(({ stored }) => batch.isAlive(stored));
  if (group.length < candidates.length) await giveBackLate(run, candidates);
  if (run.abort.aborted) await giveBack(run, group); // it has ended meanwhile
  if (group.length === 0 || run.abort.aborted) return { kind: "returned", stats: undefined };
  const { clock, metrics, running, random } = deps;
  const { queueNum } = queue;
  const stored = group.map((one) => one.stored);
  const tasks = group.map((one) => one.task);
  const now = clock.now();
  metrics.waited(queueNum, stored, now);
  const storage = createHandlerStorage(batch, deps.storage, queue.policy, random);
  const deadline = new Date(now + timeoutMs);
  const ended = running.start(queue, stored, now);

  const outcome = await runHandler(
    (handlerAbort) => {
      const about = { deadline, logger, queue, clock, random };
      const ctx = new BatchContext(handlerAbort, about);
      return wrapHandler(deps.middleware, { ctx, stored, tasks }, () =>
        queue.handle(ctx, storage, tasks),
      );
    },
    { clock, timeoutMs, abort: run.abort, onTimeout: run.renewal.stop },
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
    report(run, stored, outcome);
    await settleRest(run, stored, outcome);
  }
  return outcome;
}

/**
 * The storage was slow, this process stood still, or tasks handled before took longer than these leases
 * live: somebody else may have these tasks by now. If not, they are released; otherwise the storage says
 * that they are lost.
 */
async function giveBackLate(
  { deps, batch, logger }: BatchRun,
  candidates: readonly DecodedTask[],
): Promise<void> {
  const late = candidates.map(({ stored }) => stored).filter((task) => !batch.isAlive(task));
  const taskIds = late.map(({ taskId }) => taskId);
  logger.warn({ taskIds }, "leases ended before their tasks could be handled");
  await deps.running.release(batch, late).catch(deps.onStorageError);
}

type Ended = Exclude<HandlerOutcome, { kind: "abandoned" }>;

/** What a handler which has returned says of itself. */
function report({ deps, queue, batch, logger, abort }: BatchRun, stored: Task[], end: Ended): void {
  const { metrics } = deps;
  const { queueNum } = queue;
  if (end.kind === "returned") {
    const { errors = 0, lastError } = end.stats ?? {};
    if (errors > 0 && Number.isFinite(errors)) metrics.count("errors", queueNum, errors);
    if (lastError !== undefined) logger.warn({ err: lastError }, "a handler reports an error");
  } else if (!abort.aborted) {
    const unsettled = batch.unsettled(stored).length;
    metrics.count("handlerErrors", queueNum);
    metrics.count("errors", queueNum, unsettled);
    logger.error({ err: end.error, unsettled }, "a handler threw");
  }
}

/** The tasks that a handler which has returned did not settle. */
async function settleRest(
  { deps, queue, batch, logger, abort }: BatchRun,
  stored: Task[],
  end: Ended,
): Promise<void> {
  const left = batch.unsettled(stored);
  if (left.length === 0) return;
  batch.leave(left); // what cannot be settled now is not to be held for ever
  try {
    // Told to end, it could not do better: its tasks are not to blame.
    if (abort.aborted) return await deps.running.release(batch, left);
    if (end.kind === "threw" && queue.policy.onHandlerError !== "leave") {
      const { backoff = TASK_BACKOFF, maxAttempts = Number.POSITIVE_INFINITY } = queue.policy;
      const policy = { backoff, maxAttempts, random: deps.random };
      const judged = left.map(({ taskId, attempts }) => ({
        taskId,
        // Whichever task it was about: the neighbours of one to bury are not to be buried.
        verdict: judge(new Error(textOf(end.error)), attempts, policy),
      }));
      return await settleVerdicts(batch, judged);
    }
  } catch (err) {
    logger.warn({ err }, "unsettled tasks are left to their visibility timeout");
  }
  deps.metrics.count("unsettled", queue.queueNum, left.length);
}
