import { STORAGE_BACKOFF } from "./backoff.js";
import type { Clock } from "./clock.js";
import { textOf } from "./failure.js";
import type { Logger } from "./logger.js";
import type { Metrics } from "./metrics.js";
import type { QueueNum } from "./storage.js";

export interface StorageContactDeps {
  readonly worker: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  metrics(): Metrics;
}

/** What a worker knows of its storage: when it last answered, and what has failed since. */
export class StorageContact {
  readonly #deps: StorageContactDeps;
  readonly #failing = new Map<QueueNum, { readonly since: number; failures: number }>();
  lastPollAt: number | undefined;
  lastError: string | undefined;
  /** How many batches have been taken. */
  batches = 0;

  constructor(deps: StorageContactDeps) {
    this.#deps = deps;
  }

  /** Since when some queue has given no batch though it was asked. */
  get takeFailingSince(): number | undefined {
    const moments = [...this.#failing.values()].map(({ since }) => since);
    return moments.length === 0 ? undefined : Math.min(...moments);
  }

  polled(): void {
    this.lastPollAt = this.#deps.clock.now();
    this.#deps.metrics().polled(this.#deps.worker, this.lastPollAt);
  }

  failed(error: unknown): void {
    this.lastError = textOf(error);
    this.#deps.metrics().storageError();
    this.#deps.logger.warn({ err: error }, "a call to the storage failed");
  }

  took(queueNum: QueueNum, count: number): void {
    this.polled();
    this.#failing.delete(queueNum);
    if (count > 0) this.batches++;
  }

  /** Notes a batch that could not be taken; returns how long its queue should have a rest. */
  takeFailed(queueNum: QueueNum, error: unknown): number {
    const { clock, random } = this.#deps;
    this.failed(error);
    const failing = this.#failing.get(queueNum) ?? { since: clock.now(), failures: 0 };
    this.#failing.set(queueNum, failing);
    return STORAGE_BACKOFF(failing.failures++, random);
  }
}
