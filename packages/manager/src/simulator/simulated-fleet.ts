import type { QueueBinding, QueueNum, Scheduler, Task } from "@queue/runtime";
import { BinaryHeap } from "../binary-heap.js";
import type { FleetPolicy, Handled, Policy } from "./policies.js";
import { SimulatedQueues } from "./simulated-queues.js";
import type { Trace } from "./trace.js";
import type { Workload } from "./workloads.js";

export interface Outcome {
  /** How long each task of the trace waited, in its target delays; `Infinity` if nobody took it. */
  readonly waits: Float64Array;
  /** Processors that changed their home per minute, as a share of all; the first half minute apart. */
  readonly movedPerMinute: number;
  /** The longest that tasks of a queue waited with nobody at work. */
  readonly longestAloneMs: number;
}

interface Processor {
  readonly worker: SimulatedWorker;
  last: QueueNum | undefined;
}

interface SimulatedWorker {
  readonly index: number;
  readonly scheduler: Scheduler;
  /** Whoever sleeps longest is woken first. */
  readonly idle: Processor[];
  handled: Map<QueueNum, Handled>;
}

interface SimulatedEvent {
  readonly at: number;
  readonly order: number;
  readonly happen: () => void;
}

const REPORT_MS = 1_000;
const PLAN_MS = 2_000;
const SETTLED_MS = 30_000;

/** A fleet of workers on one storage, event by event. A processor handles one task at a time. */
export function simulateFleet(workload: Workload, policy: Policy, trace: Trace): Outcome {
  return new SimulatedFleet(workload, policy, trace).run();
}

class SimulatedFleet {
  readonly #workload: Workload;
  readonly #trace: Trace;
  readonly #queues: SimulatedQueues;
  readonly #policy: FleetPolicy;
  readonly #switchMs: number;
  readonly #workers: readonly SimulatedWorker[];
  readonly #events = new BinaryHeap<SimulatedEvent>(
    (a, b) => a.at < b.at || (a.at === b.at && a.order < b.order),
  );
  readonly #waits: Float64Array;
  #now = 0;
  #order = 0;
  #offered = 0;

  constructor(workload: Workload, policy: Policy, trace: Trace) {
    const { workers, processorsPerWorker } = workload;
    this.#workload = workload;
    this.#trace = trace;
    this.#switchMs = policy.ideal ? 0 : workload.switchMs;
    this.#waits = new Float64Array(trace.at.length).fill(Number.POSITIVE_INFINITY);
    this.#queues = new SimulatedQueues(workload, trace, policy);
    this.#policy = policy.start({
      workload,
      bindings: this.#queues.bindings,
      waitingSince: (queueNum) => this.#queues.waitingSince(queueNum) ?? Number.POSITIVE_INFINITY,
    });
    const sizes = policy.ideal
      ? [workers * processorsPerWorker]
      : new Array<number>(workers).fill(processorsPerWorker);
    this.#workers = sizes.map((size, index) => this.#workerOf(size, index));
  }

  #workerOf(size: number, index: number): SimulatedWorker {
    const scheduler = this.#policy.scheduler(index);
    const worker: SimulatedWorker = { index, scheduler, idle: [], handled: new Map() };
    for (let i = 0; i < size; i++) worker.idle.push({ worker, last: undefined });
    return worker;
  }

  run(): Outcome {
    const { durationMs, drainMs, workers, processorsPerWorker } = this.#workload;
    this.#arrive(0);
    for (const worker of this.#workers)
      this.#repeat(REPORT_MS * (1 + (worker.index % 4) / 4), REPORT_MS, () => this.#second(worker));
    const { onStats, moved } = this.#policy;
    if (onStats) this.#repeat(0, PLAN_MS, () => onStats(this.#queues.stats(this.#now), this.#now));
    let [movedEarly, movedInAll] = [0, 0];
    this.#at(SETTLED_MS, () => {
      movedEarly = moved?.() ?? 0;
    });
    this.#at(durationMs, () => {
      movedInAll = moved?.() ?? 0;
    });
    for (let event = this.#events.pop(); event; event = this.#events.pop()) {
      if (event.at > durationMs + drainMs) break;
      this.#now = event.at;
      event.happen();
    }
    const processorMinutes = (workers * processorsPerWorker * (durationMs - SETTLED_MS)) / 60_000;
    this.#queues.end(this.#now);
    return {
      waits: this.#waits,
      movedPerMinute: (movedInAll - movedEarly) / processorMinutes,
      longestAloneMs: this.#queues.longestAloneMs,
    };
  }

  #at(at: number, happen: () => void): void {
    this.#events.push({ at, order: this.#order++, happen });
  }

  #repeat(at: number, everyMs: number, happen: () => void): void {
    this.#at(at, () => {
      happen();
      this.#repeat(this.#now + everyMs, everyMs, happen);
    });
  }

  #arrive(task: number): void {
    const at = this.#trace.at[task];
    if (at === undefined) return;
    this.#at(at, () => {
      this.#offer(this.#queues.put(task));
      this.#arrive(task + 1);
    });
  }

  /** A ready task wakes a sleeper; if that one wants nothing of it, the next worker's. */
  #offer(queue: QueueBinding): void {
    const { length } = this.#workers;
    for (let i = 0; i < length; i++) {
      const { idle, scheduler } = this.#workers[this.#offered++ % length] as SimulatedWorker;
      const sleeper = idle[0];
      if (sleeper === undefined) continue;
      if (scheduler.next([queue], this.#now, sleeper.last) === undefined) continue;
      idle.shift();
      this.#take(sleeper, queue);
      return;
    }
  }

  /** What a worker does once a second: hears statistics, reports, and looks again. */
  #second(worker: SimulatedWorker): void {
    if (worker.scheduler.observe)
      worker.scheduler.observe(this.#queues.stats(this.#now), this.#now);
    this.#policy.onReport?.(worker.index, worker.handled);
    worker.handled = new Map();
    for (let count = worker.idle.length; count > 0; count--)
      this.#free(worker.idle.shift() as Processor);
  }

  #free(processor: Processor): void {
    const { scheduler, idle } = processor.worker;
    const candidates = this.#queues.nonEmpty();
    const queue =
      candidates.length === 0 ? undefined : scheduler.next(candidates, this.#now, processor.last);
    if (queue === undefined) idle.push(processor);
    else this.#take(processor, queue);
  }

  #take(processor: Processor, { queueNum }: QueueBinding): void {
    const { worker, last } = processor;
    const task = this.#queues.take(queueNum, this.#now);
    const readyAt = this.#trace.at[task] as number;
    const switchMs = last === undefined || last === queueNum ? 0 : this.#switchMs;
    const takesMs = switchMs + (this.#trace.busyMs[task] as number);
    const target = this.#workload.queues[queueNum - 1]?.targetDelayMs ?? 1;
    this.#waits[task] = (this.#now + switchMs - readyAt) / target;
    processor.last = queueNum;
    worker.scheduler.took?.(queueNum, [{ startTime: new Date(readyAt) } as Task]);
    this.#at(this.#now + takesMs, () => {
      this.#queues.done(queueNum, this.#now);
      const handled = worker.handled.get(queueNum) ?? { tasks: 0, busyMs: 0 };
      worker.handled.set(queueNum, handled);
      handled.tasks++;
      handled.busyMs += takesMs;
      worker.scheduler.left?.(queueNum);
      this.#free(processor);
    });
  }
}
