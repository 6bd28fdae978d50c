import type { Lease } from "@queue/runtime";
import type {
  Answer,
  Call,
  HistoryEvent,
  MarkName,
  PutRecord,
  SightingRecord,
  StatRecord,
  TaskRecord,
} from "../src/history/event.js";

/** A history written by hand: one sentence a call, in the order of time. */
export class Story {
  readonly events: HistoryEvent[] = [];
  #now = 0;
  #op = 0;

  at(ms: number): this {
    this.#now = ms;
    return this;
  }

  /** A call that is answered at once. */
  call(call: Call, answer: Answer, actor = "worker"): this {
    const op = ++this.#op;
    this.events.push({ kind: "invoke", at: this.#now, actor, op, call });
    this.events.push({ kind: "ok", at: this.#now, actor, op, answer });
    return this;
  }

  /** A call that is made and never heard of again. */
  open(call: Call, actor = "worker"): this {
    this.events.push({ kind: "invoke", at: this.#now, actor, op: ++this.#op, call });
    return this;
  }

  put(taskId: number, put: Partial<PutRecord> = {}): this {
    const call: Call = { method: "putTask", puts: [putOf(put)] };
    return this.call(call, { kind: "ids", ids: [taskId] }, "producer");
  }

  get(...tasks: (Partial<TaskRecord> & Lease)[]): this {
    return this.call(GET, { kind: "tasks", tasks: tasks.map(taskOf) });
  }

  settle(method: "doneTask" | "releaseTask" | "buryTask", lease: Lease, lost = false): this {
    return this.call({ method, leases: [lease] }, settled(lease, lost));
  }

  retry(lease: Lease, delayMs: number): this {
    return this.call(
      { method: "retryTask", leases: [{ ...lease, delayMs }] },
      settled(lease, false),
    );
  }

  touch(lease: Lease, visibilityTimeoutMs: number, lost = false): this {
    const call: Call = { method: "touchTask", leases: [lease], visibilityTimeoutMs };
    return this.call(call, settled(lease, lost));
  }

  work(kind: "begin" | "end" | "told", lease: Lease, actor = "worker"): this {
    this.events.push({ kind, at: this.#now, actor, ...lease });
    return this;
  }

  up(actor = "worker"): this {
    const serves = { queueNums: [1], sweepMs: 1_000, renews: [1] };
    this.events.push({ kind: "up", at: this.#now, actor, ...serves });
    return this;
  }

  stopping(withinMs: number, actor = "worker"): this {
    this.events.push({ kind: "stopping", at: this.#now, actor, withinMs });
    return this;
  }

  stopped(told: { drained?: boolean; released?: number[]; stillRunning?: number[] }): this {
    const all = { drained: false, released: [], stillRunning: [], ...told };
    this.events.push({ kind: "stopped", at: this.#now, actor: "worker", ...all });
    return this;
  }

  restart(): this {
    this.events.push({ kind: "restart", at: this.#now });
    return this;
  }

  down(actor = "worker"): this {
    this.events.push({ kind: "down", at: this.#now, actor });
    return this;
  }

  mark(name: MarkName): this {
    this.events.push({ kind: "mark", at: this.#now, name });
    return this;
  }

  stat(stat: Partial<StatRecord>): this {
    return this.call({ method: "getStat" }, { kind: "stats", stats: [{ ...NO_TASKS, ...stat }] });
  }

  see(...seen: (Partial<SightingRecord> & Lease)[]): this {
    const list = seen.map((one) => ({
      ...taskOf(one),
      state: one.state ?? ("ready" as const),
      deadline: one.deadline ?? null,
      expiresAt: null,
    }));
    const call: Call = { method: "listTasks", queueNum: 1, state: "ready", limit: 100 };
    return this.call(call, { kind: "seen", seen: list, more: false }, "census");
  }

  /** The end, with all that is stored. */
  census(...seen: (Partial<SightingRecord> & Lease)[]): this {
    return this.mark("census").see(...seen);
  }
}

export const GET: Call = { method: "getTask", queueNum: 1, count: 1, visibilityTimeoutMs: 1_000 };

const settled = ({ taskId }: Lease, lost: boolean): Answer =>
  lost
    ? { kind: "settled", settled: 0, lost: [taskId] }
    : { kind: "settled", settled: 1, lost: [] };

export const putOf = (put: Partial<PutRecord>): PutRecord => ({
  queueNum: 1,
  data: "x",
  priority: 0,
  key: null,
  headers: null,
  ...put,
});

const taskOf = (task: Partial<TaskRecord> & Lease): TaskRecord => ({
  queueNum: 1,
  data: "x",
  attempts: 0,
  timeouts: 0,
  createdAt: 0,
  startTime: 0,
  prevStartTime: null,
  priority: 0,
  key: null,
  headers: null,
  ...task,
});

const NO_TASKS: StatRecord = {
  queueNum: 1,
  totalTasks: 0,
  readyTasks: 0,
  takenTasks: 0,
  delayedTasks: 0,
  blockedTasks: 0,
  deadTasks: 0,
  paused: false,
  putTotal: 0,
  doneTotal: 0,
  retriedTotal: 0,
  timedOutTotal: 0,
  releasedTotal: 0,
  expiredTotal: 0,
  buriedTotal: 0,
  cancelledTotal: 0,
};
