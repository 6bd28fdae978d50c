import { type Backoff, TASK_BACKOFF } from "./backoff.js";
import { checkDate } from "./guard/arguments.js";

/** Thrown by a handler: no retry can help, to the dead letters with it. */
export class Bury extends Error {
  override readonly name = "Bury";
}

/** Thrown by a handler: try again at that moment. */
export class RetryAt extends Error {
  override readonly name = "RetryAt";
  readonly date: Date;

  constructor(date: Date, message?: string, options?: ErrorOptions) {
    // Here, where the handler is at fault: a storage would refuse the retries of its neighbours, too.
    checkDate(date, "date");
    super(message ?? `again at ${date.toISOString()}`, options);
    this.date = date;
  }
}

/** Where a task that was not done goes. */
export type Verdict =
  | { readonly kind: "retry"; readonly delayMs: number; readonly error: string }
  | { readonly kind: "retryAt"; readonly nextStartTime: Date; readonly error: string }
  | { readonly kind: "bury"; readonly error: string };

export interface FailurePolicy {
  readonly backoff: Backoff;
  /** How often a task is tried at most. */
  readonly maxAttempts: number;
  readonly random: () => number;
}

/** What becomes of a task that failed after `attempts` returns. */
export function judge(error: unknown, attempts: number, policy: FailurePolicy): Verdict {
  const text = textOf(error);
  if (error instanceof Bury) return { kind: "bury", error: text };
  if (attempts + 1 >= policy.maxAttempts)
    return { kind: "bury", error: `${text} (try ${attempts + 1} of ${policy.maxAttempts})` };
  if (error instanceof RetryAt) return { kind: "retryAt", nextStartTime: error.date, error: text };
  return { kind: "retry", delayMs: delayOf(policy, attempts), error: text };
}

/** A backoff of the user's that gives no duration must not make a storage refuse the whole batch. */
export function delayOf(
  { backoff, random }: Pick<FailurePolicy, "backoff" | "random">,
  attempts: number,
): number {
  const ms = backoff(attempts, random);
  return ms >= 0 && ms < Number.POSITIVE_INFINITY ? ms : TASK_BACKOFF(attempts, random);
}

/** An error in a line: people throw anything. */
export function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message || error.name : error);
  } catch {
    return "something that has no text was thrown";
  }
}
