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

export interface DecodedBatch {
  readonly tasks: readonly DecodedTask[];
  /** Resolves when those that never reach the handler have been settled. */
  readonly refused: Promise<void>;
}

export interface DecodeDeps {
  readonly random: () => number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Each task on its own: one that does not decode never reaches the handler and never hurts its
 * neighbours. Neither does one that has used up its tries.
 */
export function decodeBatch(
  deps: DecodeDeps,
  queue: QueueBinding,
  batch: LeasedBatch,
  stored: readonly Task[],
): DecodedBatch {
  const { maxAttempts = Number.POSITIVE_INFINITY, onDecodeError = "retry" } = queue.policy;
  const tasks: DecodedTask[] = [];
  const refused: { task: Task; error: string; bury: boolean }[] = [];
  for (const task of stored) {
    if (task.attempts >= maxAttempts) {
      const error = `tried ${task.attempts} times; the queue allows ${maxAttempts}`;
      refused.push({ task, error, bury: true });
      continue;
    }
    try {
      tasks.push({ stored: task, task: queue.decode(task) });
    } catch (error) {
      const reason = reasonOf(error);
      deps.metrics.count("decodeErrors", queue.queueNum);
      deps.logger.error({ taskId: task.taskId, ...reason.fields }, "a payload does not decode");
      refused.push({ task, error: reason.text, bury: onDecodeError === "bury" });
    }
  }
  const policy = { backoff: TASK_BACKOFF, maxAttempts, random: deps.random };
  const verdicts = refused.map(({ task: { taskId, attempts }, error, bury }) => ({
    taskId,
    verdict: bury ? { kind: "bury" as const, error } : judge(new Error(error), attempts, policy),
  }));
  const settled = settleVerdicts(batch, verdicts).then(
    () => {},
    (error) => deps.logger.warn({ error }, "tasks that were refused could not be settled"),
  );
  return { tasks, refused: settled };
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
