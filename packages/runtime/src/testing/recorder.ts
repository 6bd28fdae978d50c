import type { FullStorage } from "../full-storage.js";
import type { CommitRequest } from "../records.js";
import type {
  BuryInfo,
  Lease,
  PutTaskRequest,
  RetryInfo,
  SettleResult,
  TaskId,
} from "../storage.js";

/** A holding as it was settled or renewed. */
type Attempted = Lease &
  (
    | { readonly kind: "done" | "release" }
    | {
        readonly kind: "retry";
        readonly nextStartTime?: Date;
        readonly delayMs?: number;
        readonly error?: string;
      }
    | { readonly kind: "bury"; readonly error: string }
    | { readonly kind: "touch"; readonly visibilityTimeoutMs: number }
  );

/** How a holding was settled or renewed, and whether it was over by then. */
export type RecordedSettle = Attempted & { readonly lost: boolean };

/** A put and the id it resolved to. */
export interface RecordedPut {
  readonly taskId: TaskId;
  readonly request: PutTaskRequest;
}

/** What a recorded storage did, in the order of its answers. */
export interface Recording {
  readonly settles: readonly RecordedSettle[];
  readonly puts: readonly RecordedPut[];
}

const done = ({ taskId, lease }: Lease): Attempted => ({ kind: "done", taskId, lease });
const release = ({ taskId, lease }: Lease): Attempted => ({ kind: "release", taskId, lease });
const bury = ({ taskId, lease, error }: BuryInfo): Attempted => ({
  kind: "bury",
  taskId,
  lease,
  error,
});
const retry = ({ taskId, lease, nextStartTime, delayMs, error }: RetryInfo): Attempted => ({
  kind: "retry",
  taskId,
  lease,
  ...(nextStartTime === undefined ? {} : { nextStartTime }),
  ...(delayMs === undefined ? {} : { delayMs }),
  ...(error === undefined ? {} : { error }),
});

/** A lease given twice counts once, as in the storage. */
function distinct(attempts: readonly Attempted[]): Attempted[] {
  const byLease = new Map<string, Attempted>();
  for (const attempt of attempts) {
    const name = `${attempt.taskId}/${attempt.lease}`;
    if (!byLease.has(name)) byLease.set(name, attempt);
  }
  return [...byLease.values()];
}

/**
 * `lost` names tasks, not leases. Where one call settled a task by one lease and lost another of it,
 * the older is taken for the lost one: only the newest lease of a task can be alive.
 */
function judged(attempts: readonly Attempted[], lost: readonly TaskId[]): RecordedSettle[] {
  const over = new Set<Attempted>();
  const once = distinct(attempts);
  const oldestFirst = [...once].sort((a, b) => a.lease - b.lease);
  for (const taskId of lost) {
    const attempt = oldestFirst.find((one) => one.taskId === taskId && !over.has(one));
    if (attempt !== undefined) over.add(attempt);
  }
  return once.map((one) => ({ ...one, lost: over.has(one) }));
}

/**
 * The same storage, which also remembers what was settled, renewed and put through it, by itself or
 * in a `commit`. Calls that reject and commits that conflict changed nothing, so they leave no trace.
 */
export function recordSettles(storage: FullStorage): FullStorage & Recording {
  const settles: RecordedSettle[] = [];
  const puts: RecordedPut[] = [];

  const notePuts = (requests: readonly PutTaskRequest[], ids: readonly TaskId[]) => {
    ids.forEach((taskId, index) => {
      const request = requests[index];
      if (request !== undefined) puts.push({ taskId, request });
    });
  };
  const noteCommit = (request: CommitRequest, ids: readonly TaskId[]) => {
    const attempts = [
      ...(request.release ?? []).map(release),
      ...(request.retry ?? []).map(retry),
      ...(request.bury ?? []).map(bury),
      ...(request.done ?? []).map(done),
    ];
    settles.push(...judged(attempts, []));
    notePuts(request.put ?? [], ids);
  };
  // The attempts are read after the answer: by then the storage has refused what is not a list.
  const settle = async (answer: Promise<SettleResult>, attempts: () => readonly Attempted[]) => {
    const result = await answer;
    settles.push(...judged(attempts(), result.lost));
    return result;
  };

  const recorded: Partial<FullStorage> & Recording = {
    settles,
    puts,
    doneTask: (list, options) => settle(storage.doneTask(list, options), () => list.map(done)),
    releaseTask: (list, options) =>
      settle(storage.releaseTask(list, options), () => list.map(release)),
    retryTask: (list, options) => settle(storage.retryTask(list, options), () => list.map(retry)),
    buryTask: (list, options) => settle(storage.buryTask(list, options), () => list.map(bury)),
    touchTask: (list, visibilityTimeoutMs, options) =>
      settle(storage.touchTask(list, visibilityTimeoutMs, options), () =>
        list.map(({ taskId, lease }) => ({ kind: "touch", taskId, lease, visibilityTimeoutMs })),
      ),
    async putTask(request, options) {
      const taskId = await storage.putTask(request, options);
      notePuts([request], [taskId]);
      return taskId;
    },
    async putTasks(requests, options) {
      const ids = await storage.putTasks(requests, options);
      notePuts(requests, ids);
      return ids;
    },
    async commit(request, options) {
      const result = await storage.commit(request, options);
      if (result.ok) noteCommit(request, result.ids);
      return result;
    },
  };
  return over(storage, recorded);
}

/** A proxy, not a copy: a storage may be a class, whose methods need their own `this`. */
function over<Own extends object>(storage: FullStorage, own: Own): FullStorage & Own {
  return new Proxy(storage, {
    has: (target, name) => name in own || name in target,
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  }) as FullStorage & Own;
}
