import { setMaxListeners } from "node:events";

/**
 * A controller whose signal may have any number of listeners: each batch and each pause is one, and a
 * handler adds one for each of its tasks. Node takes an eleventh for a leak and says so.
 */
export function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
