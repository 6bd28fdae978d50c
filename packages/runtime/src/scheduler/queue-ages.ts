import type { QueueNum, Stats, Task } from "../storage.js";

/** How long the oldest ready task of each queue has waited, as far as a worker knows. */
export class QueueAges {
  readonly #oldestReadyAt = new Map<QueueNum, number>();
  #observedAt: number | undefined;

  of(queueNum: QueueNum, now: number): number {
    // A queue that had nothing ready in the last statistics cannot have waited for longer.
    const since = this.#oldestReadyAt.get(queueNum) ?? this.#observedAt ?? now;
    return Math.max(0, now - since);
  }

  took(queueNum: QueueNum, tasks: readonly Task[]): void {
    // Until the next statistics the last task taken is the best guess at what is now the oldest.
    const last = tasks.at(-1)?.startTime.getTime();
    const known = this.#oldestReadyAt.get(queueNum);
    if (last !== undefined && (known === undefined || last > known))
      this.#oldestReadyAt.set(queueNum, last);
  }

  observe(stats: Stats, now: number): void {
    this.#observedAt = now;
    this.#oldestReadyAt.clear();
    for (const [queueNum, { oldestReadyAt }] of stats.queueStats)
      if (oldestReadyAt !== null) this.#oldestReadyAt.set(queueNum, oldestReadyAt.getTime());
  }
}
