import type { Clock } from "./clock.js";
import type { Logger } from "./logger.js";
import { settleThrough } from "./settle.js";
import type { BuryInfo, Lease, RetryInfo, SettleResult, Task, TaskId } from "./storage.js";
import type { StorageCalls } from "./storage-calls.js";

/** A task of the batch and what we know of its lease. */
interface Held {
  readonly task: Task;
  /** Until when the lease is certainly alive: counted from before the call that gave it. */
  aliveUntil: number;
  state: "held" | "settled" | "lost";
  /** Settles under way: what a renewal finds lost meanwhile may just have been settled. */
  settling: number;
}

export type SettleKind = "done" | "retry" | "bury" | "release";

/** Who hears what became of the tasks. */
export interface BatchObserver {
  settled(kind: SettleKind, count: number): void;
  lost(taskIds: readonly TaskId[]): void;
  storageFailed(error: unknown): void;
}

export interface LeasedBatchDeps {
  readonly calls: StorageCalls;
  readonly clock: Clock;
  readonly random: () => number;
  readonly logger: Logger;
  readonly observer: BatchObserver;
}

/** The tasks of one `getTask` and their leases: fences every settle and knows what is unsettled. */
export class LeasedBatch {
  readonly #deps: LeasedBatchDeps;
  readonly #held: ReadonlyMap<TaskId, Held>;

  constructor(deps: LeasedBatchDeps, tasks: readonly Task[], aliveUntil: number) {
    this.#deps = deps;
    this.#held = new Map(
      tasks.map((task) => [task.taskId, { task, aliveUntil, state: "held", settling: 0 }]),
    );
  }

  task(taskId: TaskId): Task | undefined {
    return this.#held.get(taskId)?.task;
  }

  /** Those of `tasks` that are still ours to settle. */
  unsettled(tasks: readonly Task[]): readonly Task[] {
    return tasks.filter(({ taskId }) => this.#held.get(taskId)?.state === "held");
  }

  done(ids: readonly TaskId[], signal?: AbortSignal): Promise<SettleResult> {
    const leases = ids.map((taskId) => ({ taskId }));
    return this.#settle("done", leases, (list) => this.#deps.calls.doneTask(list), signal);
  }

  retry(retries: readonly Unleased<RetryInfo>[], signal?: AbortSignal): Promise<SettleResult> {
    // The guard of the storage judges the rest of a retry: it may come from a handler.
    const call = (list: readonly Lease[]) =>
      this.#deps.calls.retryTask(list as readonly RetryInfo[]);
    return this.#settle("retry", retries, call, signal);
  }

  bury(infos: readonly Unleased<BuryInfo>[], signal?: AbortSignal): Promise<SettleResult> {
    const call = (list: readonly Lease[]) => this.#deps.calls.buryTask(list as readonly BuryInfo[]);
    return this.#settle("bury", infos, call, signal);
  }

  release(tasks: readonly Task[]): Promise<SettleResult> {
    return this.#settle("release", tasks, (list) => this.#deps.calls.releaseTask(list));
  }

  /** Renews the leases of `ids`; those that a longer touch already covers stay as they are. */
  async touch(ids: readonly TaskId[], visibilityTimeoutMs: number): Promise<SettleResult> {
    const { held, strangers } = this.#mine(ids.map((taskId) => ({ taskId })));
    const aliveUntil = this.#deps.clock.now() + visibilityTimeoutMs;
    const leases = held.map(({ task: { taskId, lease } }) => ({ taskId, lease }));
    const { settled, lost } = await this.#deps.calls.touchTask(leases, visibilityTimeoutMs);
    const gone = new Set(lost);
    for (const one of held) if (!gone.has(one.task.taskId)) one.aliveUntil = aliveUntil;
    this.#lose(held.filter((one) => gone.has(one.task.taskId)));
    return { settled, lost: [...strangers, ...lost] };
  }

  /** A renewal by the worker: of what is unsettled, and never to an earlier end than it has. */
  async renew(visibilityTimeoutMs: number): Promise<void> {
    const end = this.#deps.clock.now() + visibilityTimeoutMs;
    const ids: TaskId[] = [];
    for (const [taskId, one] of this.#held)
      if (one.state === "held" && one.aliveUntil < end) ids.push(taskId);
    if (ids.length > 0) await this.touch(ids, visibilityTimeoutMs);
  }

  async #settle<L extends { readonly taskId: TaskId }>(
    kind: SettleKind,
    infos: readonly L[],
    call: (leases: readonly (L & Lease)[]) => Promise<SettleResult>,
    signal?: AbortSignal,
  ): Promise<SettleResult> {
    const { held, strangers, leases } = this.#mine(infos);
    if (leases.length === 0) return { settled: 0, lost: strangers };
    for (const one of held) one.settling++;
    const settling = settleThrough(leases, call, {
      clock: this.#deps.clock,
      random: this.#deps.random,
      aliveUntil: ({ taskId }) => this.#held.get(taskId)?.aliveUntil ?? 0,
      onFailure: (error) => this.#deps.observer.storageFailed(error),
      ...(signal && { signal }),
    });
    const { settled, lost } = await settling.finally(() => {
      for (const one of held) one.settling--;
    });
    this.#note(kind, held, settled, lost);
    return { settled, lost: [...strangers, ...lost] };
  }

  #note(kind: SettleKind, held: readonly Held[], settled: number, lost: readonly TaskId[]): void {
    const gone = new Set(lost);
    for (const one of held) if (!gone.has(one.task.taskId)) one.state = "settled";
    this.#lose(held.filter((one) => gone.has(one.task.taskId)));
    if (settled > 0) this.#deps.observer.settled(kind, settled);
  }

  #lose(candidates: readonly Held[]): void {
    const lost = candidates.filter((one) => one.state === "held" && one.settling === 0);
    if (lost.length === 0) return;
    for (const one of lost) one.state = "lost";
    const taskIds = lost.map((one) => one.task.taskId);
    this.#deps.observer.lost(taskIds);
    this.#deps.logger.warn({ taskIds }, "leases lost: their tasks are handled elsewhere");
  }

  /** Those of the batch, each once and with its lease, and the ids that are not of it. */
  #mine<L extends { readonly taskId: TaskId }>(infos: readonly L[]) {
    const held: Held[] = [];
    const leases: (L & Lease)[] = [];
    const strangers: TaskId[] = [];
    const seen = new Set<TaskId>();
    for (const info of infos) {
      if (seen.has(info.taskId)) continue;
      seen.add(info.taskId);
      const one = this.#held.get(info.taskId);
      if (one === undefined) {
        strangers.push(info.taskId);
        continue;
      }
      held.push(one);
      leases.push({ ...info, lease: one.task.lease });
    }
    return { held, leases, strangers };
  }
}

/** What a handler gives: the batch knows the lease. */
export type Unleased<T extends Lease> = T extends unknown ? Omit<T, "lease"> : never;
