import { QueueError } from "../../errors.js";
import type { QueueStat, Task } from "../../storage.js";
import type { TaskInfo, TaskPage, TaskState } from "../../storage-admin.js";
import { type ModelState, type ModelTask, queueOf } from "./state.js";
import { isDelayed, isReady } from "./time.js";

const PAGE_BYTES = 8 * 1024 * 1024;

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));

export function asTask(task: ModelTask): Task {
  return {
    taskId: task.id,
    lease: task.lease,
    queueNum: task.queueNum,
    data: task.data.slice(),
    attempts: task.attempts,
    timeouts: task.timeouts,
    createdAt: new Date(task.createdAt),
    startTime: new Date(task.startTime),
    prevStartTime: dateOf(task.prevStartTime),
    priority: task.priority,
    key: task.key,
    headers: task.headers === null ? null : { ...task.headers },
  };
}

function stateOf(state: ModelState, task: ModelTask): TaskState {
  if (isReady(state, task)) return "ready";
  if (isDelayed(state, task)) return "delayed";
  return task.state as "taken" | "blocked" | "dead";
}

export function asInfo(state: ModelState, task: ModelTask): TaskInfo {
  return {
    ...asTask(task),
    state: stateOf(state, task),
    deadline: dateOf(task.deadline),
    expiresAt: dateOf(task.expiresAt),
    error: task.error,
  };
}

/** Where the task stands among those of its state. */
function place(task: ModelTask, state: TaskState): number[] {
  switch (state) {
    case "ready":
      return [task.priority, task.startTime, task.id];
    case "delayed":
      return [task.startTime, task.id];
    case "taken":
      return [task.deadline ?? 0, task.id];
    case "dead":
      return [task.diedAt, task.id];
    case "blocked":
      return [task.id];
    default:
      return state satisfies never;
  }
}

function byPlace(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) {
    if (value !== b[i]) return value - (b[i] ?? 0);
  }
  return 0;
}

/** The tasks of a queue in one state, in the order they are taken, come due or are listed. */
export function inState(state: ModelState, queueNum: number, wanted: TaskState): ModelTask[] {
  return state.tasks
    .filter((task) => task.queueNum === queueNum && stateOf(state, task) === wanted)
    .sort((a, b) => byPlace(place(a, wanted), place(b, wanted)));
}

/** As many as are asked for, up to 8 MiB, but always one. */
export function upTo<T>(list: readonly T[], count: number, sizeOf: (entry: T) => number): T[] {
  let bytes = 0;
  const page: T[] = [];
  for (const entry of list.slice(0, count)) {
    bytes += sizeOf(entry);
    if (page.length > 0 && bytes > PAGE_BYTES) break;
    page.push(entry);
  }
  return page;
}

export const payloadSize = (task: ModelTask): number => task.data.byteLength;

function placeIn(cursor: string): number[] {
  try {
    const parsed: unknown = JSON.parse(cursor);
    if (Array.isArray(parsed) && parsed.every((part) => typeof part === "number")) return parsed;
  } catch {
    // Not of our making; said below.
  }
  throw new QueueError("INVALID_ARGUMENT", "cursor must be one that listTasks returned");
}

export function page(
  state: ModelState,
  queueNum: number,
  wanted: TaskState,
  options: { readonly cursor?: string; readonly limit: number },
): TaskPage {
  const after = options.cursor === undefined ? [] : placeIn(options.cursor);
  const rest = inState(state, queueNum, wanted).filter(
    (task) => after.length === 0 || byPlace(place(task, wanted), after) > 0,
  );
  const listed = upTo(rest, options.limit, payloadSize);
  const last = listed.at(-1);
  return {
    tasks: listed.map((task) => asInfo(state, task)),
    cursor:
      last === undefined || listed.length === rest.length
        ? null
        : JSON.stringify(place(last, wanted)),
  };
}

export function statOf(state: ModelState, queueNum: number): QueueStat {
  const { paused, ...totals } = queueOf(state, queueNum);
  const count = (wanted: TaskState) => inState(state, queueNum, wanted).length;
  const earliest = (wanted: TaskState) => {
    const starts = inState(state, queueNum, wanted).map((task) => task.startTime);
    return starts.length === 0 ? null : new Date(Math.min(...starts));
  };
  return {
    queueNum,
    totalTasks: state.tasks.filter((task) => task.queueNum === queueNum).length,
    readyTasks: count("ready"),
    takenTasks: count("taken"),
    delayedTasks: count("delayed"),
    blockedTasks: count("blocked"),
    deadTasks: count("dead"),
    paused,
    oldestReadyAt: earliest("ready"),
    nextStartTime: earliest("delayed"),
    ...totals,
  };
}
