import { createHash } from "node:crypto";
import type {
  CommitRequest,
  CommitResult,
  FullStorage,
  Lease,
  PutTaskRequest,
  RetryInfo,
  Stats,
  Task,
  TaskInfo,
} from "@queue/runtime";
import type { Answer, Call, PutRecord, RetryRecord, SightingRecord, TaskRecord } from "./event.js";

type Method = keyof FullStorage;
type Arguments<M extends Method> = Parameters<FullStorage[M]>;
type Result<M extends Method> = Awaited<ReturnType<FullStorage[M]>>;

/** Longer payloads are told apart by their digest. */
const LONGEST_TEXT = 64;

/** The payload as a text: one character a byte, or a digest that no other payload has. */
export function fingerprint(data: Uint8Array): string {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  if (bytes.length <= LONGEST_TEXT) return bytes.toString("latin1");
  return `sha256:${createHash("sha256").update(bytes).digest("base64")}:${bytes.length}`;
}

const leaseOf = ({ taskId, lease }: Lease): Lease => ({ taskId, lease });

function retryOf({ taskId, lease, nextStartTime, delayMs }: RetryInfo): RetryRecord {
  return {
    taskId,
    lease,
    ...(nextStartTime !== undefined && { nextStartTime: nextStartTime.getTime() }),
    ...(delayMs !== undefined && { delayMs }),
  };
}

function putOf(request: PutTaskRequest): PutRecord {
  const { queueNum, data, startTime, delayMs, priority = 0, ttlMs, key, onKey, putId } = request;
  return {
    queueNum,
    data: fingerprint(data),
    ...(startTime !== undefined && { startTime: startTime.getTime() }),
    ...(delayMs !== undefined && { delayMs }),
    priority,
    ...(ttlMs !== undefined && { ttlMs }),
    key: key ?? null,
    ...(onKey !== undefined && { onKey }),
    ...(putId !== undefined && { putId }),
    headers: request.headers ?? null,
  };
}

function taskOf(task: Task): TaskRecord {
  return {
    taskId: task.taskId,
    lease: task.lease,
    queueNum: task.queueNum,
    data: fingerprint(task.data),
    attempts: task.attempts,
    timeouts: task.timeouts,
    createdAt: task.createdAt.getTime(),
    startTime: task.startTime.getTime(),
    prevStartTime: task.prevStartTime?.getTime() ?? null,
    priority: task.priority,
    key: task.key,
    headers: task.headers,
  };
}

function sightingOf(info: TaskInfo): SightingRecord {
  return {
    ...taskOf(info),
    state: info.state,
    deadline: info.deadline?.getTime() ?? null,
    expiresAt: info.expiresAt?.getTime() ?? null,
  };
}

function commitOf(request: CommitRequest): Call {
  return {
    method: "commit",
    done: (request.done ?? []).map(leaseOf),
    retry: (request.retry ?? []).map(retryOf),
    release: (request.release ?? []).map(leaseOf),
    bury: (request.bury ?? []).map(leaseOf),
    cancel: request.cancel ?? [],
    puts: (request.put ?? []).map(putOf),
  };
}

function statsOf({ queueStats }: Stats): Answer {
  const stats = [...queueStats.values()].map(
    ({ oldestReadyAt: _oldest, nextStartTime: _next, ...counts }) => counts,
  );
  return { kind: "stats", stats };
}

type PortRecords = {
  readonly [M in Method]: {
    call(...args: Arguments<M>): Call;
    answer(result: Result<M>): Answer;
  };
};

const NOTHING = (): Answer => ({ kind: "nothing" });
const settled = ({ settled, lost }: Result<"doneTask">): Answer => ({
  kind: "settled",
  settled,
  lost,
});
const changed = ({ changed, skipped }: Result<"runNow">): Answer => ({
  kind: "changed",
  changed,
  skipped,
});
const leases = (method: "doneTask" | "releaseTask" | "buryTask") => ({
  call: (list: readonly Lease[]): Call => ({ method, leases: list.map(leaseOf) }),
  answer: settled,
});
const ids = (method: "runNow" | "buryWaiting" | "cancelTask") => ({
  call: (list: readonly number[]): Call => ({ method, ids: list }),
  answer: changed,
});
const plain = (method: "getRecords" | "listRecords" | "close") => ({
  call: (): Call => ({ method }),
  answer: NOTHING,
});

/** How each call and its answer are written down. */
export const portRecords: PortRecords = {
  getTask: {
    call: (queueNum, count, { visibilityTimeoutMs } = {}) => ({
      method: "getTask",
      queueNum,
      count,
      ...(visibilityTimeoutMs !== undefined && { visibilityTimeoutMs }),
    }),
    answer: (tasks) => ({ kind: "tasks", tasks: tasks.map(taskOf) }),
  },
  doneTask: leases("doneTask"),
  releaseTask: leases("releaseTask"),
  buryTask: leases("buryTask"),
  retryTask: {
    call: (retries) => ({ method: "retryTask", leases: retries.map(retryOf) }),
    answer: settled,
  },
  touchTask: {
    call: (list, visibilityTimeoutMs) => ({
      method: "touchTask",
      leases: list.map(leaseOf),
      visibilityTimeoutMs,
    }),
    answer: settled,
  },
  putTask: {
    call: (request) => ({ method: "putTask", puts: [putOf(request)] }),
    answer: (id) => ({ kind: "ids", ids: [id] }),
  },
  putTasks: {
    call: (requests) => ({ method: "putTasks", puts: requests.map(putOf) }),
    answer: (list) => ({ kind: "ids", ids: list }),
  },
  waitTask: {
    call: (queueNums, { timeoutMs }) => ({ method: "waitTask", queueNums, timeoutMs }),
    answer: (queueNums) => ({ kind: "queues", queueNums }),
  },
  getStat: { call: () => ({ method: "getStat" }), answer: statsOf },
  peekTask: {
    call: (list) => ({ method: "peekTask", ids: list }),
    answer: (infos) => ({ kind: "seen", seen: infos.map(sightingOf), more: false }),
  },
  listTasks: {
    call: (queueNum, state, { limit }) => ({ method: "listTasks", queueNum, state, limit }),
    answer: ({ tasks, cursor }) => ({
      kind: "seen",
      seen: tasks.map(sightingOf),
      more: cursor !== null,
    }),
  },
  kickTask: {
    call: (queueNum, which) => ({ method: "kickTask", queueNum, which }),
    answer: changed,
  },
  runNow: ids("runNow"),
  buryWaiting: ids("buryWaiting"),
  cancelTask: ids("cancelTask"),
  clearQueue: {
    call: (queueNum) => ({ method: "clearQueue", queueNum }),
    answer: (count) => ({ kind: "changed", changed: count, skipped: [] }),
  },
  pauseQueue: {
    call: (queueNum, paused) => ({ method: "pauseQueue", queueNum, paused }),
    answer: NOTHING,
  },
  getRecords: plain("getRecords"),
  listRecords: plain("listRecords"),
  commit: {
    call: commitOf,
    answer: (result: CommitResult) =>
      result.ok ? { kind: "ids", ids: result.ids } : { kind: "conflict" },
  },
  close: plain("close"),
};
