import type { Backoff } from "./backoff.js";

/** Thrown by a handler: no retry can help, to the dead letters with it. */
export class Bury extends Error {
  override readonly name = "Bury";
}

/** Thrown by a handler: try again at that moment. */
export class RetryAt extends Error {
  override readonly name = "RetryAt";
  readonly date: Date;

  constructor(date: Date, message = `again at ${date.toISOString()}`, options?: ErrorOptions) {
    super(message, options);
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
  return { kind: "retry", delayMs: policy.backoff(attempts, policy.random), error: text };
}

/** An error in a line: people throw anything. */
export function textOf(error: unknown): string {
  if (error instanceof Error) return error.message === "" ? error.name : error.message;
  try {
    return String(error);
  } catch {
    return "something that has no text was thrown";
  }
}
