import { type Clock, QueueError, type QueueNum } from "@queue/runtime";
import type { QueueRows } from "./queue-rows.js";
import type { TaskTable } from "./task-table.js";

/** How long a woken waiter has to take the task before the next one is woken for it. */
const NUDGE_MS = 100;

interface Waiter {
  readonly queueNums: readonly QueueNum[];
  end(result: readonly QueueNum[] | QueueError): void;
}

/**
 * The calls that wait for a ready task. As many are woken as tasks became ready; who sleeps on is
 * woken later if a task is still there. One timer wakes for what time alone makes ready.
 */
export class Waiters {
  readonly #table: TaskTable;
  readonly #clock: Clock;
  /** In the order they came. */
  readonly #byQueue = new Map<QueueNum, Set<Waiter>>();
  readonly #all = new Set<Waiter>();
  #timer: { readonly at: number; cancel(): void } | undefined;

  constructor(table: TaskTable, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  wait(
    queueNums: readonly QueueNum[],
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly QueueNum[]> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        cancelTimer();
        signal?.removeEventListener("abort", abort);
        this.#remove(waiter);
      };
      const abort = () => {
        leave();
        reject(signal?.reason);
      };
      const waiter: Waiter = {
        queueNums,
        end(result) {
          leave();
          if (result instanceof QueueError) reject(result);
          else resolve(result);
        },
      };
      const cancelTimer = this.#clock.setTimer(timeoutMs, () => waiter.end([]));
      signal?.addEventListener("abort", abort, { once: true });
      this.#add(waiter);
    });
  }

  /** After every call that may have changed the table: wakes whom it concerns. */
  lookAt(changed: QueueRows[]): void {
    for (const queue of changed) {
      const { readied } = queue;
      queue.readied = 0;
      queue.marked = false;
      if (this.#all.size === 0) continue;
      if (readied > 0) this.wake(queue, readied);
      if (this.#byQueue.has(queue.num)) this.#arm(queue.nextDue());
    }
    changed.length = 0;
  }

  /** Wakes up to `count` waiters of a queue that has ready tasks. */
  wake(queue: QueueRows, count: number): void {
    if (queue.paused || queue.ready.size === 0) return;
    const waiters = this.#byQueue.get(queue.num);
    if (waiters === undefined) return;
    const now = this.#clock.now();
    for (const waiter of [...waiters].slice(0, count))
      waiter.end(this.#table.readyAmong(waiter.queueNums, now));
    if (waiters.size > 0) this.#arm(now + NUDGE_MS);
  }

  /** Ends every waiting call. */
  close(error: QueueError): void {
    for (const waiter of [...this.#all]) waiter.end(error);
    this.#timer?.cancel();
  }

  #add(waiter: Waiter): void {
    this.#all.add(waiter);
    for (const num of waiter.queueNums) {
      const waiters = this.#byQueue.get(num) ?? new Set();
      this.#byQueue.set(num, waiters.add(waiter));
      const queue = this.#table.queues.get(num);
      if (queue !== undefined) this.#arm(queue.nextDue());
    }
  }

  #remove(waiter: Waiter): void {
    this.#all.delete(waiter);
    for (const num of waiter.queueNums) {
      const waiters = this.#byQueue.get(num);
      waiters?.delete(waiter);
      if (waiters?.size === 0) this.#byQueue.delete(num);
    }
    if (this.#all.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #arm(at: number): void {
    if (at === Number.POSITIVE_INFINITY || (this.#timer !== undefined && this.#timer.at <= at))
      return;
    this.#timer?.cancel();
    const ms = Math.max(0, at - this.#clock.now());
    this.#timer = { at, cancel: this.#clock.setTimer(ms, () => this.#onTimer()) };
  }

  /** Something is due, or a woken waiter did not take its task: one waiter a queue, and plan anew. */
  #onTimer(): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    const waitedFor = [...this.#byQueue.keys()];
    this.#table.readyAmong(waitedFor, now);
    for (const num of waitedFor) {
      const queue = this.#table.queues.get(num);
      if (queue === undefined) continue;
      this.wake(queue, Math.max(1, queue.readied));
      if (this.#byQueue.has(num)) this.#arm(queue.nextDue());
    }
    this.lookAt(this.#table.changed);
  }
}
