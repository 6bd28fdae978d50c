import type { Clock } from "./clock.js";

/** Resolves after `ms`, or at once when the signal is aborted. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.setTimer(ms, end);
    signal?.addEventListener("abort", end, { once: true });
  });
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
  const late = pause(clock, ms, signal ? AbortSignal.any([signal, over.signal]) : over.signal);
  try {
    return await Promise.race([ended, late.then(() => false)]);
  } finally {
    over.abort();
  }
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
