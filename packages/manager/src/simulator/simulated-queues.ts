import {
  bindQueue,
  type QueueBinding,
  type QueueNum,
  type QueueStat,
  type Stats,
} from "@queue/runtime";
import type { Trace } from "./trace.js";
import type { Workload } from "./workloads.js";

/** First in, first out; tasks are places in the trace. */
interface Line {
  tasks: number[];
  head: number;
  taken: number;
  done: number;
  /** Since when tasks wait with nobody at work. */
  aloneSince: number;
}

/** The storage of a simulated fleet. */
export class SimulatedQueues {
  readonly bindings: readonly QueueBinding[];
  readonly #trace: Trace;
  readonly #lines: readonly Line[];
  /** The longest that tasks of a queue waited with nobody at work. */
  longestAloneMs = 0;
  #read: { readonly at: number; readonly stats: Stats } | undefined;
  #nonEmpty: readonly QueueBinding[] | undefined;

  constructor(workload: Workload, trace: Trace, { blind = false }: { readonly blind?: boolean }) {
    this.#trace = trace;
    this.#lines = workload.queues.map(() => ({
      ...{ tasks: [], head: 0, taken: 0, done: 0 },
      aloneSince: 0,
    }));
    this.bindings = workload.queues.map(({ weight, targetDelayMs }, index) =>
      bindQueue(
        { queueNum: index + 1, name: `queue ${index + 1}`, decode: () => ({}) },
        async () => ({ processed: 0, errors: 0, retried: 0, durationMs: 0 }),
        blind ? {} : { weight, targetDelayMs },
      ),
    );
  }

  put(task: number): QueueBinding {
    const index = this.#trace.queue[task] as number;
    const line = this.#lines[index] as Line;
    if (line.tasks.length === 0) {
      this.#nonEmpty = undefined;
      line.aloneSince = this.#trace.at[task] as number;
    }
    line.tasks.push(task);
    return this.bindings[index] as QueueBinding;
  }

  take(queueNum: QueueNum, now: number): number {
    const line = this.#line(queueNum);
    this.#came(line, now);
    const task = line.tasks[line.head++] as number;
    line.taken++;
    if (line.head === line.tasks.length) {
      line.tasks = [];
      line.head = 0;
      this.#nonEmpty = undefined;
    }
    return task;
  }

  done(queueNum: QueueNum, now: number): void {
    const line = this.#line(queueNum);
    line.taken--;
    line.done++;
    if (line.taken === 0) line.aloneSince = now;
  }

  /** Nobody comes any more. */
  end(now: number): void {
    for (const line of this.#lines) if (line.tasks.length > 0) this.#came(line, now);
  }

  #came({ taken, aloneSince }: Line, now: number): void {
    if (taken === 0) this.longestAloneMs = Math.max(this.longestAloneMs, now - aloneSince);
  }

  nonEmpty(): readonly QueueBinding[] {
    this.#nonEmpty ??= this.bindings.filter(
      ({ queueNum }) => this.#line(queueNum).tasks.length > 0,
    );
    return this.#nonEmpty;
  }

  waitingSince(queueNum: QueueNum): number | undefined {
    const { tasks, head } = this.#line(queueNum);
    const task = tasks[head];
    return task === undefined ? undefined : this.#trace.at[task];
  }

  /** What is read at the same moment is read once. */
  stats(now: number): Stats {
    if (this.#read?.at !== now) this.#read = { at: now, stats: this.#stats() };
    return this.#read.stats;
  }

  #stats(): Stats {
    const queueStats = new Map<QueueNum, QueueStat>();
    for (const { queueNum } of this.bindings) {
      const { tasks, head, taken, done } = this.#line(queueNum);
      const since = this.waitingSince(queueNum);
      const readyTasks = tasks.length - head;
      queueStats.set(queueNum, {
        queueNum,
        totalTasks: readyTasks + taken,
        readyTasks,
        takenTasks: taken,
        oldestReadyAt: since === undefined ? null : new Date(since),
        putTotal: readyTasks + taken + done,
        doneTotal: done,
        // The rest is written out instead of spread: these objects are made by the million.
        delayedTasks: 0,
        blockedTasks: 0,
        deadTasks: 0,
        paused: false,
        nextStartTime: null,
        retriedTotal: 0,
        timedOutTotal: 0,
        releasedTotal: 0,
        expiredTotal: 0,
        buriedTotal: 0,
        cancelledTotal: 0,
      });
    }
    return { queueStats };
  }

  #line(queueNum: QueueNum): Line {
    return this.#lines[queueNum - 1] as Line;
  }
}
