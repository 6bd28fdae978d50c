import type { Clock } from "./clock.js";
import type { Logger } from "./logger.js";
import { settleThrough } from "./settle.js";
import type {
  BuryInfo,
  CallOptions,
  Lease,
  RetryInfo,
  SettleResult,
  Task,
  TaskId,
} from "./storage.js";
import type { StorageCalls } from "./storage-calls.js";

/** A task of the batch and what we know of its lease. */
interface Held {
  readonly task: Task;
  /** Until when the lease is certainly alive: counted from before the call that gave it. */
  aliveUntil: number;
  state: "held" | "settled" | "lost";
  /** Its handler has returned without settling it: renewed no more, it comes back by the timeout. */
  left: boolean;
  /** Settles under way: what a renewal finds lost meanwhile may just have been settled. */
  settling: number;
  /** The last list it was found in, so that a list has it once. */
  list: number;
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
  /** Aborted when the worker has ended: a settle in an outage is given up then. */
  readonly over: AbortSignal;
}

/** The tasks of one `getTask` and their leases: fences every settle and knows what is unsettled. */
export class LeasedBatch {
  readonly #deps: LeasedBatchDeps;
  readonly #held = new Map<TaskId, Held>();
  readonly #settles = new Set<Promise<unknown>>();
  #lastTouch: Promise<unknown> = Promise.resolve();
  #lists = 0;

  constructor(deps: LeasedBatchDeps, tasks: readonly Task[], aliveUntil: number) {
    this.#deps = deps;
    for (const task of tasks)
      this.#held.set(task.taskId, {
        task,
        aliveUntil,
        state: "held",
        left: false,
        settling: 0,
        list: 0,
      });
  }

  task(taskId: TaskId): Task | undefined {
    return this.#held.get(taskId)?.task;
  }

  /** Those of `tasks` that are still ours to settle. */
  unsettled(tasks: readonly Task[]): readonly Task[] {
    return tasks.filter(({ taskId }) => {
      const one = this.#held.get(taskId);
      return one?.state === "held" && one.settling === 0;
    });
  }

  /** Whether the lease of a task is certainly alive, so that nobody else can have it. */
  isAlive({ taskId }: Task): boolean {
    const one = this.#held.get(taskId);
    return one?.state === "held" && one.aliveUntil > this.#deps.clock.now();
  }

  /** Renews the leases of these tasks no more: what is not settled comes back by its timeout. */
  leave(tasks: readonly Task[]): void {
    for (const { taskId } of tasks) {
      const one = this.#held.get(taskId);
      if (one !== undefined) one.left = true;
    }
  }

  /** Resolves when no settle is under way, also none that its caller did not wait for. */
  async quiet(): Promise<void> {
    while (this.#settles.size > 0) await Promise.allSettled(this.#settles);
  }

  done(ids: readonly TaskId[], signal?: AbortSignal): Promise<SettleResult> {
    const call = (list: readonly Lease[]) => this.#deps.calls.doneTask(list, options(signal));
    return this.#settle("done", ids, ({ task }) => task, call, signal);
  }

  retry(retries: readonly Unleased<RetryInfo>[], signal?: AbortSignal): Promise<SettleResult> {
    // The guard of the storage judges the rest of a retry: it may come from a handler.
    const lease = ({ task }: Held, i: number) =>
      ({ lease: task.lease, ...retries[i] }) as RetryInfo;
    const call = (list: readonly RetryInfo[]) => this.#deps.calls.retryTask(list, options(signal));
    return this.#settle("retry", retries.map(idOf), lease, call, signal);
  }

  bury(infos: readonly Unleased<BuryInfo>[], signal?: AbortSignal): Promise<SettleResult> {
    const lease = ({ task }: Held, i: number) => ({ lease: task.lease, ...infos[i] }) as BuryInfo;
    const call = (list: readonly BuryInfo[]) => this.#deps.calls.buryTask(list, options(signal));
    return this.#settle("bury", infos.map(idOf), lease, call, signal);
  }

  release(ids: readonly TaskId[], signal?: AbortSignal): Promise<SettleResult> {
    const call = (list: readonly Lease[]) => this.#deps.calls.releaseTask(list, options(signal));
    return this.#settle("release", ids, ({ task }) => task, call, signal);
  }

  /** A renewal by the handler: the leases of `ids` then end when it says. */
  touch(
    ids: readonly TaskId[],
    visibilityTimeoutMs: number,
    signal?: AbortSignal,
  ): Promise<SettleResult> {
    return this.#inTurn(() => this.#touch(ids, visibilityTimeoutMs, signal));
  }

  /** One touch at a time: what we know of a lease's end is then what the storage knows. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTouch.then(work);
    this.#lastTouch = turn.catch(() => {});
    return turn;
  }

  async #touch(
    ids: readonly TaskId[],
    visibilityTimeoutMs: number,
    signal?: AbortSignal,
  ): Promise<SettleResult> {
    const { held, leases, strangers } = this.#mine(ids, ({ task }) => task);
    const aliveUntil = this.#deps.clock.now() + visibilityTimeoutMs;
    const { settled, lost } = await this.#deps.calls.touchTask(
      leases,
      visibilityTimeoutMs,
      options(signal),
    );
    const gone = new Set(lost);
    for (const one of held) if (!gone.has(one.task.taskId)) one.aliveUntil = aliveUntil;
    this.#lose(held.filter((one) => gone.has(one.task.taskId)));
    return { settled, lost: [...strangers, ...lost] };
  }

  /** A renewal by the worker: of what is unsettled, and never to an earlier end than it has. */
  renew(visibilityTimeoutMs: number): Promise<void> {
    return this.#inTurn(() => this.#renew(visibilityTimeoutMs));
  }

  async #renew(visibilityTimeoutMs: number): Promise<void> {
    const end = this.#deps.clock.now() + visibilityTimeoutMs;
    const ids: TaskId[] = [];
    for (const [taskId, one] of this.#held)
      if (one.state === "held" && !one.left && one.aliveUntil < end) ids.push(taskId);
    if (ids.length > 0) await this.#touch(ids, visibilityTimeoutMs);
  }

  async #settle<L extends Lease>(
    kind: SettleKind,
    ids: readonly TaskId[],
    lease: (one: Held, index: number) => L,
    call: (leases: readonly L[]) => Promise<SettleResult>,
    signal?: AbortSignal,
  ): Promise<SettleResult> {
    const { held, leases, strangers } = this.#mine(ids, lease);
    if (leases.length === 0) return { settled: 0, lost: strangers };
    for (const one of held) one.settling++;
    const settling = settleThrough(leases, call, {
      clock: this.#deps.clock,
      random: this.#deps.random,
      aliveUntil: ({ taskId }) => this.#held.get(taskId)?.aliveUntil ?? 0,
      onFailure: (error) => this.#deps.observer.storageFailed(error),
      signals: [signal, this.#deps.over],
    });
    this.#settles.add(settling);
    try {
      const { settled, lost } = await settling;
      for (const one of held) one.settling--;
      this.#note(kind, held, settled, lost);
      return { settled, lost: [...strangers, ...lost] };
    } catch (error) {
      for (const one of held) one.settling--;
      throw error;
    } finally {
      this.#settles.delete(settling);
    }
  }

  #note(kind: SettleKind, held: readonly Held[], settled: number, lost: readonly TaskId[]): void {
    const gone = new Set(lost);
    for (const one of held) if (!gone.has(one.task.taskId)) one.state = "settled";
    if (lost.length > 0) this.#lose(held.filter((one) => gone.has(one.task.taskId)));
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
  #mine<L extends Lease>(ids: readonly TaskId[], lease: (one: Held, index: number) => L) {
    const held: Held[] = [];
    const leases: L[] = [];
    const strangers = new Set<TaskId>();
    const list = ++this.#lists;
    for (const [index, taskId] of ids.entries()) {
      const one = this.#held.get(taskId);
      if (one === undefined) strangers.add(taskId);
      else if (one.list !== list) {
        one.list = list;
        held.push(one);
        leases.push(lease(one, index));
      }
    }
    return { held, leases, strangers: [...strangers] };
  }
}

const idOf = ({ taskId }: { readonly taskId: TaskId }) => taskId;

function options(signal: AbortSignal | undefined): CallOptions | undefined {
  return signal && { signal };
}

/** What a handler gives: the batch knows the lease. */
export type Unleased<T extends Lease> = T extends unknown ? Omit<T, "lease"> : never;
