import { TASK_BACKOFF } from "./backoff.js";
import { QueueError } from "./errors.js";
import { judge } from "./failure.js";
import type { HandledTask, QueueBinding } from "./handler.js";
import type { LeasedBatch } from "./lease.js";
import type { Logger } from "./logger.js";
import type { Metrics } from "./metrics.js";
import { settleVerdicts } from "./settle-verdicts.js";
import type { Task } from "./storage.js";

/** A stored task and what its payload says. */
export interface DecodedTask {
  readonly stored: Task;
  readonly task: HandledTask;
}

export interface DecodeDeps {
  readonly random: () => number;
  readonly metrics: Metrics;
}

interface RefusedTask {
  readonly stored: Task;
  readonly error: string;
  readonly bury: boolean;
}

/**
 * Each task on its own: one that does not decode never reaches the handler and never hurts its
 * neighbours. Neither does one that has used up its tries.
 */
export function decodeBatch(
  deps: DecodeDeps,
  queue: QueueBinding,
  batch: LeasedBatch,
  tasks: readonly Task[],
  logger: Logger,
): readonly DecodedTask[] {
  const { maxAttempts = Number.POSITIVE_INFINITY, onDecodeError } = queue.policy;
  const decoded: DecodedTask[] = [];
  const refused: RefusedTask[] = [];
  for (const stored of tasks) {
    if (stored.attempts >= maxAttempts) {
      const error = `tried ${stored.attempts} times; the queue allows ${maxAttempts}`;
      refused.push({ stored, error, bury: true });
      continue;
    }
    try {
      decoded.push({ stored, task: queue.decode(stored) });
    } catch (error) {
      const reason = reasonOf(error);
      deps.metrics.count("decodeErrors", queue.queueNum);
      logger.error({ taskId: stored.taskId, ...reason.fields }, "a payload does not decode");
      refused.push({ stored, error: reason.text, bury: onDecodeError === "bury" });
    }
  }
  if (refused.length > 0) settleRefused(deps, batch, refused, maxAttempts, logger);
  return decoded;
}

/** Begins it: the handler of the others need not wait. */
function settleRefused(
  { random }: DecodeDeps,
  batch: LeasedBatch,
  refused: readonly RefusedTask[],
  maxAttempts: number,
  logger: Logger,
): void {
  const policy = { backoff: TASK_BACKOFF, maxAttempts, random };
  const verdicts = refused.map(({ stored: { taskId, attempts }, error, bury }) => ({
    taskId,
    verdict: bury ? { kind: "bury" as const, error } : judge(new Error(error), attempts, policy),
  }));
  batch.leave(refused.map(({ stored }) => stored));
  settleVerdicts(batch, verdicts).catch((err) =>
    logger.warn({ err }, "tasks that were refused could not be settled"),
  );
}

/** What may be said of an error in decoding. A foreign one may quote the payload: only its name. */
function reasonOf(error: unknown): { text: string; fields: object } {
  if (error instanceof QueueError) {
    const { field, offset } = error.details;
    return { text: error.message, fields: { field, offset, error: error.message } };
  }
  const name = error instanceof Error ? error.name : typeof error;
  return { text: `the payload does not decode: ${name}`, fields: { error: name } };
}
