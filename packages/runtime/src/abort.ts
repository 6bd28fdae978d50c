import { setMaxListeners } from "node:events";
import { Bag } from "./bag.js";

/**
 * A controller whose signal may have any number of listeners: each batch and each pause is one, and a
 * handler adds one for each of its tasks. Node takes an eleventh for a leak and says so.
 */
export function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** The same, for a signal that few ask for: it is made when somebody does. (2 us of a batch's 40.) */
export class LazyAbort {
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = createAbort();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#aborted ??= { reason };
    this.#controller?.abort(reason);
  }
}

/**
 * A signal that lives long, for those who listen for the time of a batch. As listeners of the signal itself they would
 * keep all later ones, as a `Bag` says of a `Set`; and two of them cost a batch 4 us.
 */
export class SharedAbort {
  readonly #signal: AbortSignal;
  readonly #listeners = new Bag<() => void>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => {
      for (const listener of [...this.#listeners.all]) listener();
    });
  }

  get aborted(): boolean {
    return this.#signal.aborted;
  }

  get reason(): unknown {
    return this.#signal.reason;
  }

  /** Calls it at the abort, unless the returned function was called before. */
  listen(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
