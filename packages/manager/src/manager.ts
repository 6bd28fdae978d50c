import {
  type Clock,
  type Logger,
  type ManagerLink,
  type Plan,
  pause,
  type QueueNum,
  type Stats,
  silentLogger,
  systemClock,
  type WorkerReport,
} from "@queue/runtime";
import { type Allocation, allocate } from "./allocation/allocate.js";
import { DEFAULT_WISH, type QueueDemand, type QueueWish } from "./allocation/queue-demand.js";
import { DemandEstimate } from "./demand/demand-estimate.js";
import { LEADER_KEY, LeaderLease } from "./leader-lease.js";
import { checkManagerOptions, type ManagerOptions } from "./manager-options.js";
import { type QueueSettings, readSettings, SETTINGS_KEY } from "./queue-settings.js";
import { within } from "./storage-call.js";
import { type KnownWorker, WorkerRoster } from "./worker-roster.js";

/** What a Manager knows at the moment. */
export interface ManagerView {
  /** Names this run of the Manager. */
  readonly id: string;
  readonly leading: boolean;
  /** Who leads, as far as is known. */
  readonly leader: string | null;
  readonly term: number;
  /** Of the last plan; 0 where there is none. */
  readonly seq: number;
  /** Workers that report to this Manager. */
  readonly workers: readonly KnownWorker[];
  /** The last plan, until another Manager leads. */
  readonly allocation: Allocation | undefined;
  readonly plannedAt: Date | null;
  readonly statsAt: Date | null;
  /** The storage's statistics at the last look that succeeded. */
  readonly stats: Stats | undefined;
  readonly settings: QueueSettings;
  /** Why the last look at the storage failed. */
  readonly storageError: string | null;
}

/** Statistics older than this say nothing any more: queues have equal shares then. */
const STALE_MS = 30_000;

/** Where the record of the lease is lost, workers may be ahead of it by so many leaders. */
const TERMS_LOST = 1_000_000;

/** Reads statistics, listens to workers, and tells them where their processors should be. */
export class Manager {
  readonly #options: ManagerOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #id: string;
  readonly #lease: LeaderLease;
  readonly #roster = new WorkerRoster();
  readonly #estimate = new DemandEstimate();
  readonly #stop = new AbortController();
  readonly #listeners = new Set<() => void>();
  #run: Promise<void> | undefined;
  #settings: QueueSettings = new Map();
  #allocation: Allocation | undefined;
  #seq = 0;
  #led = false;
  #plannedAt: number | undefined;
  #statsAt: number | undefined;
  #stats: Stats | undefined;
  #storageError: string | undefined;

  constructor(options: ManagerOptions) {
    checkManagerOptions(options);
    const { clock = systemClock, random = Math.random, logger = silentLogger } = options;
    this.#options = options;
    this.#clock = clock;
    this.#id = [1, 2].map(() => Math.floor(random() * 2 ** 32).toString(16)).join("-");
    this.#logger = logger.child({ manager: this.#id });
    const { storage, takeOverMs = 6_000 } = options;
    this.#lease = new LeaderLease({ storage, clock, id: this.#id, takeOverMs });
  }

  /** Plans until the signal is aborted or `stop()` is called. A storage out of reach never ends it. */
  run(signal?: AbortSignal): Promise<void> {
    const stop = () => this.#stop.abort();
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    this.#run ??= this.#turn();
    return this.#run.finally(() => signal?.removeEventListener("abort", stop));
  }

  /** Ends `run`; another Manager may lead at once. May be called twice, and before `run`. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#run;
  }

  /** A worker reports; resolves to its plan, or to `null` where this Manager has none to give. */
  async exchange(reported: WorkerReport): Promise<Plan | null> {
    const report = this.#believed(reported);
    const { plan } = this.#roster.note(report, this.#clock.now());
    for (const [queueNum, { processed, errors, retried, durationMs }] of report.stats)
      this.#estimate.handled(queueNum, processed + Math.max(errors, retried), durationMs);
    return this.#lease.leading && plan?.term === this.#lease.term ? plan : null;
  }

  /** Without a plan that no Manager can have made: led by its term, none would ever be obeyed again. */
  #believed(report: WorkerReport): WorkerReport {
    const { plan, instance, name } = report;
    if (plan === null || plan.term <= this.#lease.term + TERMS_LOST) return report;
    this.#logger.warn(
      { worker: name, instance, term: plan.term },
      "a worker reports a plan of a term that cannot be; it is left out",
    );
    return { ...report, plan: null };
  }

  /** The link for workers in the same process. */
  link(): ManagerLink {
    return { exchange: (report) => this.exchange(report) };
  }

  view(): ManagerView {
    const date = (at: number | undefined) => (at === undefined ? null : new Date(at));
    return {
      id: this.#id,
      leading: this.#lease.leading,
      leader: this.#lease.leader,
      term: this.#lease.term,
      seq: this.#allocation === undefined ? 0 : this.#seq,
      workers: this.#roster.list(),
      allocation: this.#allocation,
      plannedAt: date(this.#plannedAt),
      statsAt: date(this.#statsAt),
      stats: this.#stats,
      settings: this.#settings,
      storageError: this.#storageError ?? null,
    };
  }

  /** Calls `listener` after every look at the storage; the returned function ends that. */
  onLook(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  async #turn(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#look();
      // A bug must not end the planning: without it workers would follow an old plan for ever.
      this.#guarded("no plan could be made", () => this.#lead());
      for (const listener of [...this.#listeners]) this.#guarded("a listener failed", listener);
      await pause(this.#clock, this.#options.planEveryMs ?? 2_000, signal);
    }
    await this.#resign();
  }

  async #look(): Promise<void> {
    try {
      const [leader, settings] = await this.#records();
      this.#settings = readSettings(settings);
      await this.#bounded(this.#lease.look(leader, this.#roster.highestTerm()));
      this.#observe(await this.#bounded(this.#options.storage.getStat()));
      if (this.#storageError !== undefined) this.#logger.info({}, "the storage answers again");
      this.#storageError = undefined;
    } catch (error) {
      if (this.#storageError === undefined)
        this.#logger.warn({ error }, "the storage does not answer; plans stay as they are");
      this.#storageError = error instanceof Error ? error.message : String(error);
    }
  }

  #guarded(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#logger.error({ error }, what);
    }
  }

  #observe(stats: Stats): void {
    this.#stats = stats;
    this.#statsAt = this.#clock.now();
    this.#estimate.observe(stats, this.#statsAt);
  }

  #lead(): void {
    const now = this.#clock.now();
    for (const { report } of this.#roster.bury(now))
      this.#logger.warn({ worker: report.name, instance: report.instance }, "a worker is gone");
    const { leading, term } = this.#lease;
    if (leading !== this.#led) this.#logger.info({ term }, leading ? "leads" : "leads no more");
    // One look later: until then nobody has reported to a Manager that has just taken over.
    if (leading && this.#led) this.#plan(term, now);
    if (this.#isReplaced()) {
      this.#allocation = undefined;
      this.#plannedAt = undefined;
    }
    this.#led = leading;
  }

  /** Then nobody follows the plans made here any more; while the storage is out of reach they still do. */
  #isReplaced(): boolean {
    const { leading, leader } = this.#lease;
    return !leading && leader !== null && leader !== this.#id;
  }

  #plan(term: number, now: number): void {
    const { memory } = this.#allocation ?? {};
    const queues = this.#demands(now);
    const workers = this.#roster.capacities();
    const allocation = allocate({ queues, workers, now, ...(memory && { memory }) });
    this.#allocation = allocation;
    this.#plannedAt = now;
    this.#seq++;
    const urgency = new Map(
      queues.flatMap(({ queueNum, weight, targetDelayMs }) =>
        this.#settings.has(queueNum) ? [[queueNum, weight / targetDelayMs] as const] : [],
      ),
    );
    const { switchMs = 0 } = this.#options;
    for (const [instance, worker] of allocation.workers)
      this.#roster.instruct(instance, {
        ...worker,
        ...{ term, seq: this.#seq, stealing: true, urgency, switchMs },
      });
  }

  /** Old statistics are no statistics. */
  #demands(now: number): QueueDemand[] {
    const reported = this.#roster.queues();
    const wishOf = (queueNum: QueueNum): QueueWish => {
      const { weight, targetDelayMs } = reported.get(queueNum) ?? DEFAULT_WISH;
      return { ...DEFAULT_WISH, weight, targetDelayMs, ...this.#settings.get(queueNum) };
    };
    // By number, not as they came: so operators find them, and any Manager makes the same plan.
    const demands = this.#estimate.demands(wishOf, now).sort((a, b) => a.queueNum - b.queueNum);
    const fresh = this.#statsAt !== undefined && now - this.#statsAt < STALE_MS;
    return fresh ? demands : demands.map((demand) => ({ ...demand, ready: Number.NaN }));
  }

  async #records() {
    const keys = [LEADER_KEY, SETTINGS_KEY];
    const records = await this.#bounded(this.#options.storage.getRecords(keys));
    return keys.map((key) => records.find((record) => record.key === key));
  }

  async #resign(): Promise<void> {
    try {
      const [leader] = await this.#records();
      await this.#bounded(this.#lease.resign(leader));
    } catch (error) {
      this.#logger.warn({ error }, "could not resign; another takes over a little later");
    }
  }

  #bounded<T>(call: Promise<T>): Promise<T> {
    return within(this.#clock, this.#options.storageTimeoutMs ?? 5_000, call);
  }
}
