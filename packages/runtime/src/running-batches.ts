import { Bag } from "./bag.js";
import type { QueueBinding } from "./handler.js";
import type { LeasedBatch } from "./lease.js";
import type { QueueNum, Task, TaskId } from "./storage.js";

/** A call of a handler that has not returned. */
export interface RunningHandler {
  readonly queueNum: QueueNum;
  readonly name: string;
  readonly taskIds: readonly TaskId[];
  readonly forMs: number;
}

interface Running {
  readonly queue: QueueBinding;
  readonly tasks: readonly Task[];
  readonly since: number;
}

/** What the worker's handlers are busy with, and what was given back when it had to end. */
export class RunningBatches {
  readonly #running = new Bag<Running>();
  readonly #waiting = new Map<LeasedBatch, readonly Task[]>();
  /** Tasks given back because the worker had to end. */
  readonly released: TaskId[] = [];
  /** Only what is given back from then on is the stop's. */
  stopping = false;
  #stuck = 0;
  /** Told when a handler is abandoned, and when an abandoned one returns after all. */
  onStuck: () => void = () => {};

  /** Handlers that were abandoned and still run. */
  get stuck(): number {
    return this.#stuck;
  }

  abandon(ended: Promise<void>): void {
    this.#stuck++;
    this.onStuck();
    ended.then(() => {
      this.#stuck--;
      this.onStuck();
    });
  }

  /** Notes a call of a handler until the returned function is called. */
  start(queue: QueueBinding, tasks: readonly Task[], now: number): () => void {
    return this.#running.add({ queue, tasks, since: now });
  }

  /** Notes tasks that wait behind a running handler, until they are handed over. */
  hold(batch: LeasedBatch, tasks: readonly Task[]): () => void {
    this.#waiting.set(batch, tasks);
    return () => this.#waiting.delete(batch);
  }

  list(now: number): RunningHandler[] {
    return this.#running.all.map(({ queue: { queueNum, name }, tasks, since }) => ({
      queueNum,
      name,
      taskIds: tasks.map((task) => task.taskId),
      forMs: now - since,
    }));
  }

  /** Gives back what no handler has seen, or what one left that was told to end. */
  async release(batch: LeasedBatch, tasks: readonly Task[]): Promise<void> {
    const left = batch.unsettled(tasks);
    if (left.length === 0) return;
    const { lost } = await batch.release(left.map(({ taskId }) => taskId));
    if (!this.stopping) return;
    for (const { taskId } of left) if (!lost.includes(taskId)) this.released.push(taskId);
  }

  /** The tasks behind handlers that still run: nobody has begun them. */
  async releaseWaiting(): Promise<void> {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    await Promise.allSettled(waiting.map(([batch, tasks]) => this.release(batch, tasks)));
  }
}
