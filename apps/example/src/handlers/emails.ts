import type { Delivery } from "../delivery.js";
import type { EmailsHandler } from "../generated/contract.gen.js";

const RETRY_DELAY_MS = 100;

/** The batch form: the provider takes many emails in one request, so one batch is one request. */
export function createEmailsHandler(delivery: Delivery): EmailsHandler {
  return {
    async handleEmails(ctx, storage, tasks) {
      const startedAt = ctx.clock.now();
      const refusals = await delivery.sendEmails(tasks, ctx.signal);
      const done: number[] = [];
      const retry: { taskId: number; delayMs: number; error: string }[] = [];
      for (const [index, { taskId }] of tasks.entries()) {
        const error = refusals[index];
        if (error === undefined) done.push(taskId);
        else retry.push({ taskId, delayMs: RETRY_DELAY_MS, error });
      }
      await Promise.all([storage.doneTask(done), storage.retryTask(retry)]);
      return {
        processed: done.length,
        errors: retry.length,
        retried: retry.length,
        durationMs: ctx.clock.now() - startedAt,
        ...(retry[0] && { lastError: retry[0].error }),
      };
    },
  };
}
