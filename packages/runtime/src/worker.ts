import { aborted, createAbort } from "./abort.js";
import { type Clock, systemClock } from "./clock.js";
import { createWorkerSettings, type WorkerSettings } from "./config/worker-settings.js";
import type { CycleDeps } from "./cycle.js";
import { checkFunction, refuse, show } from "./guard/arguments.js";
import { HandlerAborted } from "./handler.js";
import { type Health, healthOf } from "./health.js";
import { type Logger, silentLogger } from "./logger.js";
import { ManagerContact } from "./manager-contact.js";
import { createMetrics, type Metrics, noMetrics } from "./metrics.js";
import type { BatchMiddleware } from "./middleware.js";
import { endsWithin, nextTurn } from "./pause.js";
import { ProcessorPool } from "./processor-pool.js";
import { Readiness } from "./readiness.js";
import type { Runnable, StopOptions, StopResult } from "./runnable.js";
import { RunningBatches } from "./running-batches.js";
import { roundRobin } from "./scheduler/round-robin.js";
import type { Scheduler } from "./scheduler/scheduler.js";
import { createStorageCalls, type StorageCalls } from "./storage-calls.js";
import { StorageContact } from "./storage-contact.js";
import { createTurns } from "./turns.js";
import { runLongPoll, runStatistics, runSweep, type WakerDeps } from "./waker.js";
import { checkWorkerOptions, type WorkerOptions } from "./worker-options.js";

/** What a handler has left after it was told to end. */
const ABORT_GRACE_MS = 1_000;

/** Runs the handlers of queues: takes batches, hands them over, and survives what they do. */
export class Worker implements Runnable {
  readonly #options: WorkerOptions;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #logger: Logger;
  readonly #manager: ManagerContact | undefined;
  readonly #scheduler: Scheduler;
  readonly #settings: WorkerSettings;
  readonly #calls: StorageCalls;
  readonly #readiness: Readiness;
  readonly #contact: StorageContact;
  readonly #middleware: BatchMiddleware[] = [];
  readonly #running = new RunningBatches();
  readonly #stop = createAbort();
  readonly #abort = createAbort();
  readonly #over = createAbort();
  #metrics: Metrics = noMetrics;
  #initialised = false;
  #pool: ProcessorPool | undefined;
  #run: Promise<void> | undefined;
  #startedAt = 0;
  #crash: { readonly error: unknown } | undefined;

  constructor(options: WorkerOptions) {
    checkWorkerOptions(options);
    const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
    this.#logger = logger.child({ service: options.service, worker: options.name });
    this.#manager = ManagerContact.of(options, {
      clock,
      random,
      logger: this.#logger,
      maxProcessors: () => this.#settings.maxProcessors,
      health: () => this.health(),
      onPlan: () => this.#readiness.wake(this.#readiness.sleepers),
    });
    this.#scheduler = this.#manager?.scheduler ?? options.scheduler ?? roundRobin();
    this.#settings = createWorkerSettings({
      service: options.service,
      name: options.name,
      logger: this.#logger,
      options,
      queues: options.queues.map(({ queueNum, policy }) => ({ ...policy, queueNum })),
      ...(options.config && { source: options.config }),
    });
    this.#calls = createStorageCalls(options.storage, clock, options.storageTimeoutMs ?? 10_000);
    this.#readiness = new Readiness(options.queues);
    this.#contact = new StorageContact({
      worker: options.name,
      clock,
      random,
      logger: this.#logger,
      metrics: () => this.#metrics,
    });
  }

  /** Adds middleware around every handler; the first one is the outermost. */
  use(middleware: BatchMiddleware): this {
    checkFunction(middleware, "middleware", "of a batch and what comes next");
    this.#middleware.push(middleware);
    return this;
  }

  async init(): Promise<void> {
    if (this.#initialised) return;
    const { registry } = this.#options;
    const metrics = registry ? createMetrics(registry) : noMetrics;
    this.#metrics = this.#manager?.tallied(metrics) ?? metrics;
    this.#initialised = true;
  }

  run(signal?: AbortSignal): Promise<void> {
    const stop = () => void this.gracefulStop();
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    this.#run ??= this.#turn();
    return this.#run.finally(() => signal?.removeEventListener("abort", stop));
  }

  async gracefulStop({ timeoutMs = 30_000 }: StopOptions = {}): Promise<StopResult> {
    if (!(typeof timeoutMs === "number" && timeoutMs >= 0))
      refuse("timeoutMs", `must be milliseconds from 0 on, not ${show(timeoutMs)}`);
    return this.#end(timeoutMs);
  }

  shutdown(): Promise<StopResult> {
    return this.#end(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.gracefulStop();
  }

  health(): Health {
    return healthOf({
      now: this.#clock.now(),
      running: this.#run !== undefined && !this.#stop.signal.aborted,
      startedAt: this.#startedAt,
      lastPollAt: this.#contact.lastPollAt,
      lastError: this.#contact.lastError,
      takeFailingSince: this.#contact.takeFailingSince,
      processors: this.#pool?.running ?? 0,
      maxProcessors: this.#settings.maxProcessors,
      abandoned: this.#running.stuck,
      pollEveryMs: this.#idleDelayMs,
      crash: this.#crash,
    });
  }

  /**
   * Resolves when nothing ready is left: every queue was seen empty while no handler ran. Or when the
   * worker has stopped; rejects with what has crashed it.
   */
  async untilIdle(): Promise<void> {
    const { signal } = this.#stop;
    const queueNums = this.#options.queues.map((queue) => queue.queueNum);
    while (!signal.aborted) {
      await this.#readiness.rest(signal);
      if (signal.aborted) break;
      const asleep = () => this.#readiness.sleepers === (this.#pool?.running ?? 0);
      const ready = await this.#calls.waitTask(queueNums, { timeoutMs: 0 });
      if (ready.length === 0 && asleep() && this.#readiness.candidates.length === 0) return;
      this.#readiness.named(ready);
      // Whoever is busy goes to sleep by itself; until then this must let other work run.
      await nextTurn();
    }
    await this.#run;
  }

  async #turn(): Promise<void> {
    await this.init();
    const { signal } = this.#stop;
    if (signal.aborted) return this.#settings.close();
    this.#startedAt = this.#clock.now();
    this.#metrics.workers(1);
    const pool = new ProcessorPool(this.#processorDeps(), this.#abort.signal, (error) => {
      this.#crash ??= { error };
      this.#logger.error({ err: error }, "a JobProcessor has crashed; the worker stops");
      void this.gracefulStop();
    });
    this.#pool = pool;
    const fill = () => {
      if (signal.aborted) return;
      const { maxProcessors } = this.#settings;
      // Each abandoned handler is replaced, but no more than there are processors.
      pool.resize(maxProcessors - Math.max(0, this.#running.stuck - maxProcessors));
    };
    this.#running.onStuck = fill;
    const forget = this.#settings.onChange(fill);
    const empty = () => pool.resize(0);
    signal.addEventListener("abort", empty, { once: true });
    fill();
    const waker = this.#wakerDeps();
    await Promise.all([
      runLongPoll(waker, signal),
      runSweep(waker, signal),
      runStatistics(waker, signal),
      this.#manager?.run(signal),
    ]);
    // From here on the worker is stopping: `#end` decides how long it waits.
    forget();
    await Promise.race([pool.ended(), aborted(this.#over.signal)]);
    this.#settings.close();
    this.#metrics.workers(-1);
    if (this.#crash !== undefined) throw this.#crash.error;
  }

  async #end(timeoutMs: number): Promise<StopResult> {
    if (this.#run === undefined) this.#settings.close();
    this.#running.stopping = true;
    this.#stop.abort(new HandlerAborted("stop", "the worker stops"));
    const ended = this.#pool?.ended() ?? Promise.resolve();
    const { signal } = this.#abort;
    // Nothing to wait for is no reason to call it aborted: idle loops end within a moment.
    const busy = this.#running.list(this.#clock.now()).length > 0;
    const waitMs = busy ? timeoutMs : Math.max(timeoutMs, ABORT_GRACE_MS);
    const inTime = waitMs > 0 && (await endsWithin(ended, this.#clock, waitMs, signal));
    const drained = !signal.aborted && this.#running.list(this.#clock.now()).length === 0;
    if (!inTime) {
      this.#abort.abort(new HandlerAborted("stop", "the worker must end now"));
      await endsWithin(ended, this.#clock, ABORT_GRACE_MS);
      await endsWithin(this.#running.releaseWaiting(), this.#clock, ABORT_GRACE_MS);
    }
    this.#over.abort(new HandlerAborted("stop", "the worker has ended"));
    await this.#run?.catch(() => {}); // whoever called it hears of the crash
    return {
      drained,
      released: [...this.#running.released],
      stillRunning: this.#running.list(this.#clock.now()),
    };
  }

  get #idleDelayMs(): number {
    return this.#options.idleDelayMs ?? 1_000;
  }

  #wakerDeps(): WakerDeps {
    return {
      calls: this.#calls,
      clock: this.#clock,
      random: this.#random,
      readiness: this.#readiness,
      scheduler: this.#scheduler,
      queueNums: this.#options.queues.map((queue) => queue.queueNum),
      idleDelayMs: this.#idleDelayMs,
      batches: () => this.#contact.batches,
      onPoll: () => this.#contact.polled(),
      onFailure: (error) => this.#contact.failed(error),
    };
  }

  #processorDeps(): CycleDeps {
    return {
      storage: this.#options.storage,
      calls: this.#calls,
      clock: this.#clock,
      random: this.#random,
      logger: this.#logger,
      metrics: this.#metrics,
      middleware: this.#middleware,
      running: this.#running,
      batchSize: ({ queueNum }) => this.#settings.batchSize(queueNum),
      visibilityTimeoutMs: ({ queueNum }) => this.#settings.visibilityTimeoutMs(queueNum),
      turns: createTurns({
        readiness: this.#readiness,
        scheduler: this.#scheduler,
        contact: this.#contact,
        clock: this.#clock,
        stop: this.#stop.signal,
      }),
      onStorageError: (error) => this.#contact.failed(error),
      over: this.#over.signal,
    };
  }
}
