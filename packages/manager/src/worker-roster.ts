import type { Plan, QueueNum, ReportedQueue, WorkerReport } from "@queue/runtime";
import type { WorkerCapacity } from "./allocation/pools.js";

/** A worker as the Manager knows it. */
export interface KnownWorker {
  readonly report: WorkerReport;
  readonly reportedAt: number;
  /** The last plan made for it. */
  readonly plan: Plan | null;
}

/** Workers that report. Who misses five reports in a row is taken to be dead. */
export class WorkerRoster {
  readonly #workers = new Map<string, KnownWorker>();
  readonly #lists = new Map<string, readonly QueueNum[]>();

  note(report: WorkerReport, now: number): KnownWorker {
    const plan = newer(this.#workers.get(report.instance)?.plan ?? null, report.plan);
    const worker = { report, reportedAt: now, plan };
    this.#workers.set(report.instance, worker);
    return worker;
  }

  /** Forgets the dead, and names them. */
  bury(now: number): readonly KnownWorker[] {
    const dead = [...this.#workers.values()].filter(({ reportedAt }) => now - reportedAt > DEAD_MS);
    for (const { report } of dead) this.#workers.delete(report.instance);
    if (dead.length > 0) this.#lists.clear(); // or the lists of every deploy would pile up
    return dead;
  }

  list(): readonly KnownWorker[] {
    return [...this.#workers.values()];
  }

  instruct(instance: string, plan: Plan): void {
    const worker = this.#workers.get(instance);
    if (worker !== undefined) this.#workers.set(instance, { ...worker, plan });
  }

  /** The highest term that any worker follows. */
  highestTerm(): number {
    return Math.max(0, ...this.list().map(({ report }) => report.plan?.term ?? 0));
  }

  /** What workers say of their queues; of two that differ, who reported last. */
  queues(): ReadonlyMap<QueueNum, ReportedQueue> {
    const byTime = [...this.#workers.values()].sort((a, b) => a.reportedAt - b.reportedAt);
    return new Map(
      byTime.flatMap(({ report }) =>
        report.queues.map((queue) => [queue.queueNum, queue] as const),
      ),
    );
  }

  capacities(): WorkerCapacity[] {
    return this.list().map(({ report, plan }) => ({
      instance: report.instance,
      processors: report.health.status === "dead" ? 0 : report.maxProcessors,
      queues: this.#listOf(report.queues),
      homes: plan?.homes ?? new Map(),
    }));
  }

  /** Workers of one service share one list, so that it is compared once and not for each of them. */
  #listOf(queues: readonly ReportedQueue[]): readonly QueueNum[] {
    const nums = queues.map(({ queueNum }) => queueNum).sort((a, b) => a - b);
    const key = nums.join();
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    this.#lists.set(key, nums);
    return nums;
  }
}

/** Reports come once a second; five of them are missing. */
const DEAD_MS = 5_500;

/** Another Manager may have led meanwhile. */
function newer(ours: Plan | null, theirs: Plan | null): Plan | null {
  if (ours === null || theirs === null) return ours ?? theirs;
  return theirs.term > ours.term ? theirs : ours;
}
