import {
  type OnKey,
  type PutTaskRequest,
  QueueError,
  type QueueStat,
  type RetryInfo,
  type StoredRecord,
  type Task,
  type TaskId,
  type TaskInfo,
  type TaskState,
} from "@queue/runtime";
import { ownPayloads } from "./own-payloads.js";

// How requests, tasks, statistics and records look on the wire: the only file that knows the order
// of their fields. The Lua side has it in schema.lua, request.lua and api.lua.

type TaskTuple = readonly [
  rank: number,
  /** Its start if it is ready or delayed; its deadline if it is taken; or when it died. */
  time: number,
  id: TaskId,
  lease: number,
  startTime: number,
  prevStartTime: number | null,
  attempts: number,
  timeouts: number,
  priority: number,
  visibilityMs: number,
  createdAt: number,
  ttlMs: number | null,
  expiresAt: number | null,
  key: string | null,
  headers: string | null,
  error: string | null,
  /** `null`: the payload follows apart. */
  data: Uint8Array | null,
];

/** Tasks as a call answers: payloads that are stored apart stand in the same order in the second list. */
type TaskPageTuple = readonly [
  first: number,
  tasks: readonly TaskTuple[],
  payloads: readonly (readonly [id: TaskId, data: Uint8Array])[],
  more: number,
];

const STATES = ["ready", "delayed", "taken", "blocked", "dead"] as const;
/** What a rank is made of: see rank.lua. */
const RANKS_OF_STATE = 2 ** 34;
const RANKS_OF_QUEUE = 8 * RANKS_OF_STATE;
const ON_KEY: Readonly<Record<OnKey, number>> = { add: 1, keep: 2, replace: 3, wake: 4 };
/** What the server adds to its skew, so that it is never negative. */
const SKEW_OFFSET = 2 ** 50;

/** A copy, as calls may be sent later, and in the only form that every wire sends as bin. */
export function toBin(data: Uint8Array): Buffer {
  return Buffer.from(data);
}

export function toPut(request: PutTaskRequest): readonly unknown[] {
  return hasOptions(request) ? toFullPut(request) : [request.queueNum, toBin(request.data)];
}

/** Most have none. */
function hasOptions(request: PutTaskRequest): boolean {
  for (const name in request) if (name !== "queueNum" && name !== "data") return true;
  return false;
}

function toFullPut(request: PutTaskRequest): readonly unknown[] {
  const { queueNum, data, startTime, delayMs, priority, ttlMs, key, onKey, headers, putId } =
    request;
  const put: unknown[] = [
    queueNum,
    toBin(data),
    startTime?.getTime() ?? null,
    delayMs ?? null,
    priority ?? null,
    ttlMs ?? null,
    key ?? null,
    onKey === undefined ? null : ON_KEY[onKey],
    headers === undefined ? null : JSON.stringify(headers),
    putId ?? null,
  ];
  while (put.at(-1) === null) put.pop();
  return put;
}

export function toRetry({ taskId, lease, nextStartTime, delayMs, error }: RetryInfo) {
  return [taskId, lease, nextStartTime?.getTime() ?? null, delayMs ?? null, error ?? null];
}

function mapTasks<T>(answer: unknown, map: (tuple: TaskTuple, data: Uint8Array) => T): T[] {
  const [, tasks, payloads] = answer as TaskPageTuple;
  let next = 0;
  const stored = tasks.map((tuple) => {
    const data = tuple[16] ?? payloads[next++]?.[1];
    if (data === undefined)
      throw new QueueError("INTERNAL", `the payload of task ${tuple[2]} is missing`);
    return data;
  });
  const own = ownPayloads(stored);
  return tasks.map((tuple, at) => map(tuple, own[at] as Uint8Array));
}

function taskOf(tuple: TaskTuple, data: Uint8Array): Task {
  return {
    taskId: tuple[2],
    lease: tuple[3],
    queueNum: Math.floor(tuple[0] / RANKS_OF_QUEUE),
    data,
    attempts: tuple[6],
    timeouts: tuple[7],
    createdAt: new Date(tuple[10]),
    startTime: new Date(tuple[4]),
    prevStartTime: toDate(tuple[5]),
    priority: tuple[8],
    key: tuple[13],
    headers: tuple[14] === null ? null : JSON.parse(tuple[14]),
  };
}

/** `more`: the page was full before it had as many as were asked for. */
export function toTaskPage(answer: unknown): { readonly tasks: Task[]; readonly more: boolean } {
  return { tasks: mapTasks(answer, taskOf), more: (answer as TaskPageTuple)[3] === 1 };
}

/** Tasks as an operator sees them, and whether there are more. */
export function toTaskInfos(answer: unknown): { readonly infos: TaskInfo[]; more: boolean } {
  const [first, , , more] = answer as TaskPageTuple;
  // Deadlines are kept by a clock of their own.
  const skewMs = first - SKEW_OFFSET;
  const infos = mapTasks(answer, (tuple, data) => {
    const state = STATES[(Math.floor(tuple[0] / RANKS_OF_STATE) % 8) - 1] as TaskState;
    return {
      ...taskOf(tuple, data),
      state,
      deadline: state === "taken" ? new Date(tuple[1] + skewMs) : null,
      expiresAt: toDate(tuple[12]),
      error: tuple[15],
    };
  });
  return { infos, more: more === 1 };
}

/** Where a page of a listing ended; opaque to callers. */
export function cursorAfter(answer: unknown): string | null {
  const [, tasks, , more] = answer as TaskPageTuple;
  const last = tasks.at(-1);
  return more === 1 && last !== undefined ? `${last[0]}:${last[1]}:${last[2]}` : null;
}

export function parseCursor(cursor: string | undefined): readonly (number | null)[] {
  if (cursor === undefined) return [null, null, null];
  const parts = /^(\d{1,16}):(\d{1,16}):(\d{1,16})$/.exec(cursor);
  if (parts !== null) return parts.slice(1).map(Number);
  const complaint = "cursor is none that listTasks gave; begin again without one";
  throw new QueueError("INVALID_ARGUMENT", complaint, { details: { argument: "cursor" } });
}

type Gauges = readonly [
  ready: number,
  delayed: number,
  taken: number,
  blocked: number,
  dead: number,
];
type StatTuple = readonly [
  queue: number,
  time: number,
  paused: boolean,
  ...gauges: Gauges,
  put: number,
  done: number,
  retried: number,
  timedOut: number,
  released: number,
  expired: number,
  buried: number,
  cancelled: number,
  oldestReadyAt: number | null,
  nextStartTime: number | null,
];

export function toStats(answer: unknown): Map<number, QueueStat> {
  const [, rows] = answer as readonly [number, readonly StatTuple[]];
  return new Map(rows.map((row) => [row[0], statOf(row)]));
}

function statOf(row: StatTuple): QueueStat {
  return {
    queueNum: row[0],
    totalTasks: row[3] + row[4] + row[5] + row[6] + row[7],
    readyTasks: row[3],
    takenTasks: row[5],
    delayedTasks: row[4],
    blockedTasks: row[6],
    deadTasks: row[7],
    paused: row[2],
    oldestReadyAt: toDate(row[16]),
    nextStartTime: toDate(row[17]),
    putTotal: row[8],
    doneTotal: row[9],
    retriedTotal: row[10],
    timedOutTotal: row[11],
    releasedTotal: row[12],
    expiredTotal: row[13],
    buriedTotal: row[14],
    cancelledTotal: row[15],
  };
}

export function toRecords(answer: unknown): StoredRecord[] {
  const [, records] = answer as readonly [
    number,
    readonly (readonly [string, number, Uint8Array])[],
  ];
  return records.map(([key, version, value]) => ({ key, version, value: new Uint8Array(value) }));
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
