import type { QueueBinding } from "./handler.js";
import type { QueueNum } from "./storage.js";

/**
 * Which queues may have ready tasks, and the processors that sleep because none has. A queue found
 * empty is skipped until the storage names it, so a hundred idle queues cost a busy one nothing.
 */
export class Readiness {
  readonly #queues: readonly QueueBinding[];
  /** In the order of the bindings. */
  #candidates: readonly QueueBinding[];
  /** Grows whenever a queue is named: an older answer of "empty" does not count any more. */
  readonly #named = new Map<QueueNum, number>();
  /** Queues that failed and have a rest; whoever names them is not listened to. */
  readonly #aside = new Set<QueueNum>();
  readonly #sleepers = new Set<() => void>();
  readonly #resting = new Set<() => void>();
  /** Told when there is a queue to look at again. */
  onStir: () => void = () => {};

  constructor(queues: readonly QueueBinding[]) {
    this.#queues = queues;
    this.#candidates = queues;
  }

  get candidates(): readonly QueueBinding[] {
    return this.#candidates;
  }

  /** Processors that sleep. */
  get sleepers(): number {
    return this.#sleepers.size;
  }

  /** To be read before a queue is asked, and handed to `foundEmpty`. */
  stamp(queueNum: QueueNum): number {
    return this.#named.get(queueNum) ?? 0;
  }

  foundEmpty(queueNum: QueueNum, stamp: number): void {
    if (this.stamp(queueNum) !== stamp) return;
    this.#candidates = this.#candidates.filter((queue) => queue.queueNum !== queueNum);
    this.#checkRest();
  }

  /** Takes a queue that failed out of sight until the returned function is called. */
  setAside(queueNum: QueueNum): () => void {
    this.#aside.add(queueNum);
    this.#candidates = this.#candidates.filter((queue) => queue.queueNum !== queueNum);
    this.#checkRest();
    return () => {
      this.#aside.delete(queueNum);
      this.named([queueNum]);
    };
  }

  /** The storage says that these queues have tasks: each is worth a processor. */
  named(queueNums: readonly QueueNum[]): void {
    this.mayHaveTasks(queueNums);
    this.wake(queueNums.length);
  }

  /** Worth a look by whoever is awake. */
  mayHaveTasks(queueNums: readonly QueueNum[]): void {
    for (const queueNum of queueNums) this.#named.set(queueNum, this.stamp(queueNum) + 1);
    const known = new Set(this.#candidates.map((queue) => queue.queueNum));
    // A busy queue is named after every batch.
    if (queueNums.every((queueNum) => known.has(queueNum))) return;
    for (const queueNum of queueNums) known.add(queueNum);
    this.#candidates = this.#queues.filter(
      ({ queueNum }) => known.has(queueNum) && !this.#aside.has(queueNum),
    );
    if (this.#candidates.length > 0) this.onStir();
  }

  wake(count: number): void {
    for (const wake of [...this.#sleepers].slice(0, count)) wake();
  }

  /** Resolves when somebody wakes the caller, or at the abort. */
  sleep(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        signal.removeEventListener("abort", end);
        this.#sleepers.delete(end);
        resolve();
      };
      signal.addEventListener("abort", end, { once: true });
      this.#sleepers.add(end);
      this.#checkRest();
    });
  }

  /** Resolves when at rest, or at the abort. */
  rest(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        signal.removeEventListener("abort", end);
        this.#resting.delete(end);
        resolve();
      };
      signal.addEventListener("abort", end, { once: true });
      this.#resting.add(end);
      this.#checkRest();
    });
  }

  /** A processor sleeps and no queue is left to look at. */
  get atRest(): boolean {
    return this.#sleepers.size > 0 && this.#candidates.length === 0;
  }

  #checkRest(): void {
    if (!this.atRest) return;
    for (const end of [...this.#resting]) end();
  }
}
