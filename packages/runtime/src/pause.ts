import type { Clock } from "./clock.js";

/** Resolves after `ms`, or at once when one of the signals is aborted. */
export function pause(
  clock: Clock,
  ms: number,
  ...signals: readonly (AbortSignal | undefined)[]
): Promise<void> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal?.aborted)) return resolve();
    const end = () => {
      cancel();
      for (const signal of signals) signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.setTimer(ms, end);
    for (const signal of signals) signal?.addEventListener("abort", end, { once: true });
  });
}

/** Lets everything else run that can. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Resolves to true if `work` ends within `ms`, to false if it does not. */
export async function endsWithin(
  work: Promise<unknown>,
  clock: Clock,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const over = new AbortController();
  const ended = work.then(
    () => true,
    () => true,
  );
  const late = pause(clock, ms, signal, over.signal);
  try {
    return await Promise.race([ended, late.then(() => false)]);
  } finally {
    over.abort();
  }
}
