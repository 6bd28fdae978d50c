import type { Lease, QueueNum, TaskId } from "@queue/runtime";
import type {
  HistoryEvent,
  MarkName,
  PutRecord,
  RetryRecord,
  SightingRecord,
} from "../history/event.js";
import { countWhile } from "../sorted/binary-search.js";
import type {
  CallRecord,
  Change,
  Delivery,
  IndexedHistory,
  Life,
  PutRef,
  QueueLife,
  Settle,
  SettleKind,
  Stopped,
  Stopping,
  TaskLife,
  Work,
} from "./indexed-history.js";

export function indexHistory(events: readonly HistoryEvent[]): IndexedHistory {
  const reader = new HistoryReader(events);
  return reader.read();
}

class HistoryReader {
  readonly #events: readonly HistoryEvent[];
  readonly #calls: CallRecord[] = [];
  readonly #open = new Map<string, Map<number, CallRecord>>();
  readonly #tasks = new Map<TaskId, TaskLife>();
  readonly #queues = new Map<QueueNum, QueueLife>();
  readonly #lives = new Map<string, Life>();
  readonly #stoppings: Stopping[] = [];
  readonly #stopped: Stopped[] = [];
  readonly #restartsAt: number[] = [];
  readonly #marks = new Map<MarkName, number>();
  readonly #works = new Map<string, Work>();
  readonly #frozenUntil = new Map<string, number>();
  #census: Map<TaskId, SightingRecord> | undefined;
  #epochOffset = 0;

  constructor(events: readonly HistoryEvent[]) {
    this.#events = events;
  }

  read(): IndexedHistory {
    this.#events.forEach((event, position) => {
      this.#readEvent(event, position);
    });
    for (const call of this.#calls) this.#readCall(call);
    for (const life of this.#tasks.values())
      life.deliveries.sort((a, b) => a.task.lease - b.task.lease || a.call.ended - b.call.ended);
    const times = Float64Array.from(this.#events, ({ at }) => at);
    return {
      events: this.#events,
      calls: this.#calls,
      tasks: this.#tasks,
      queues: this.#queues,
      lives: [...this.#lives.values()],
      stoppings: this.#stoppings,
      stopped: this.#stopped,
      restartsAt: this.#restartsAt,
      census: this.#census,
      marks: this.#marks,
      epochOffset: this.#epochOffset,
      positionOf: (at) => (at === Infinity ? Infinity : countWhile(times, (time) => time < at)),
    };
  }

  #readEvent(event: HistoryEvent, position: number): void {
    switch (event.kind) {
      case "invoke":
        this.#invoke(event, position);
        return;
      case "ok":
      case "fail":
      case "info":
        this.#end(event, position);
        return;
      case "begin":
      case "end":
      case "told":
        this.#work(event, position);
        return;
      case "up": {
        const { actor, queueNums, sweepMs, renews } = event;
        const down = Number.POSITIVE_INFINITY;
        this.#lives.set(actor, { actor, up: position, queueNums, sweepMs, renews, down });
        return;
      }
      case "stopping": {
        const { actor, at } = event;
        const withinMs = event.withinMs + Math.max(0, (this.#frozenUntil.get(actor) ?? 0) - at);
        const downAt = Number.POSITIVE_INFINITY;
        this.#stoppings.push({ actor, asked: position, withinMs, downAt });
        return;
      }
      case "frozen":
        this.#frozen(event);
        return;
      case "stopped":
        this.#stopped.push({ position, event });
        return;
      case "restart":
        this.#restartsAt.push(event.at);
        return;
      case "down": {
        const life = this.#lives.get(event.actor);
        if (life !== undefined) life.down = position;
        for (const one of this.#stoppings)
          if (one.actor === event.actor) one.downAt = Math.min(one.downAt, event.at);
        return;
      }
      case "mark":
        this.#marks.set(event.name, position);
        if (event.name === "census") this.#census = new Map();
        return;
      case "clock":
        this.#epochOffset = event.epochMs - event.at;
        return;
      default:
        event satisfies never;
    }
  }

  #frozen({ actor, at, forMs }: Extract<HistoryEvent, { kind: "frozen" }>): void {
    const before = Math.max(at, this.#frozenUntil.get(actor) ?? at);
    const until = Math.max(before, at + forMs);
    this.#frozenUntil.set(actor, until);
    for (const one of this.#stoppings) if (one.actor === actor) one.withinMs += until - before;
  }

  #invoke(event: Extract<HistoryEvent, { kind: "invoke" }>, position: number): void {
    const { actor, op, call } = event;
    const record: CallRecord = {
      actor,
      call,
      invoked: position,
      invokedAt: event.at,
      ended: Number.POSITIVE_INFINITY,
      endedAt: Number.POSITIVE_INFINITY,
      returned: Number.POSITIVE_INFINITY,
      returnedAt: Number.POSITIVE_INFINITY,
      answer: undefined,
    };
    const open = this.#open.get(actor) ?? new Map<number, CallRecord>();
    this.#open.set(actor, open.set(op, record));
    this.#calls.push(record);
  }

  #end(event: Extract<HistoryEvent, { kind: "ok" | "fail" | "info" }>, position: number): void {
    const record = this.#open.get(event.actor)?.get(event.op);
    if (record === undefined)
      throw new Error(`event ${position} ends a call that nobody made: ${JSON.stringify(event)}`);
    this.#open.get(event.actor)?.delete(event.op);
    record.returned = position;
    record.returnedAt = event.at;
    if (event.kind === "info") return;
    record.ended = position;
    record.endedAt = event.at;
    record.answer = event.kind === "ok" ? event.answer : undefined;
  }

  #work(event: Extract<HistoryEvent, { kind: "begin" | "end" | "told" }>, position: number): void {
    const { actor, taskId, lease, kind } = event;
    const name = `${actor} ${taskId} ${lease}`;
    if (kind === "begin") {
      const work = { actor, taskId, lease, began: position, beganAt: event.at };
      const open = { ...work, ended: Number.POSITIVE_INFINITY };
      this.#works.set(name, open);
      this.#task(taskId, 0).works.push(open);
    } else if (kind === "end") {
      const work = this.#works.get(name);
      if (work !== undefined) work.ended = position;
    } else {
      this.#task(taskId, 0).told.push(position);
    }
  }

  /** Calls that failed had no effect: they are left out. */
  #readCall(record: CallRecord): void {
    const { call, answer } = record;
    if (answer === undefined && record.ended !== Number.POSITIVE_INFINITY) return;
    switch (call.method) {
      case "getTask":
        this.#readGet(record as Delivery["call"]);
        return;
      case "putTask":
      case "putTasks":
        this.#readPuts(record, call.puts);
        return;
      case "doneTask":
        this.#readSettles(record, "done", call.leases);
        return;
      case "retryTask":
        this.#readSettles(record, "retry", call.leases);
        return;
      case "releaseTask":
        this.#readSettles(record, "release", call.leases);
        return;
      case "buryTask":
        this.#readSettles(record, "bury", call.leases);
        return;
      case "touchTask":
        this.#readSettles(record, "touch", call.leases, call.visibilityTimeoutMs);
        return;
      case "commit":
        if (answer?.kind === "conflict") return;
        this.#readSettles(record, "done", call.done);
        this.#readSettles(record, "retry", call.retry);
        this.#readSettles(record, "release", call.release);
        this.#readSettles(record, "bury", call.bury);
        this.#readChanges(record, "cancel", call.cancel);
        this.#readPuts(record, call.puts);
        return;
      case "runNow":
        this.#readChanges(record, "runNow", call.ids);
        return;
      case "buryWaiting":
        this.#readChanges(record, "bury", call.ids);
        return;
      case "cancelTask":
        this.#readChanges(record, "cancel", call.ids);
        return;
      case "kickTask":
        if (typeof call.which === "number") this.#queue(call.queueNum).kicks.push(record);
        else this.#readChanges(record, "kick", call.which);
        return;
      case "clearQueue":
        this.#queue(call.queueNum).clears.push(record);
        return;
      case "pauseQueue":
        this.#queue(call.queueNum).pauses.push(record as QueueLife["pauses"][number]);
        return;
      default:
        this.#readSightings(record);
    }
  }

  #readGet(record: Delivery["call"]): void {
    const queue = this.#queue(record.call.queueNum);
    if (record.answer?.kind !== "tasks") {
      queue.blindGets.push(record);
      return;
    }
    queue.gets.push(record);
    for (const task of record.answer.tasks)
      this.#task(task.taskId, task.queueNum).deliveries.push({ call: record, task });
  }

  #readPuts(call: CallRecord, puts: readonly PutRecord[]): void {
    const ids = call.answer?.kind === "ids" ? call.answer.ids : undefined;
    puts.forEach((put, i) => {
      const id = ids?.[i];
      if (id === undefined) this.#readBlindPut({ call, put });
      else this.#task(id, put.queueNum).puts.push({ call, put });
    });
  }

  #readBlindPut(ref: PutRef): void {
    const queue = this.#queue(ref.put.queueNum);
    queue.blindPuts.push(ref);
    append(queue.blindPutsOfData, ref.put.data, ref);
    if (ref.put.key !== null) append(queue.blindPutsOfKey, ref.put.key, ref);
  }

  #readSettles(
    call: CallRecord,
    kind: SettleKind,
    leases: readonly (Lease | RetryRecord)[],
    forMs?: number,
  ): void {
    const effectOf = settleEffects(call, leases);
    for (const one of leases)
      this.#task(one.taskId, 0).settles.push({
        call,
        kind,
        lease: one.lease,
        effect: effectOf(one),
        ...(kind === "retry" && { retry: one }),
        ...(forMs !== undefined && { forMs }),
      });
  }

  #readChanges(call: CallRecord, kind: Change["kind"], ids: readonly TaskId[]): void {
    const skipped = call.answer?.kind === "changed" ? call.answer.skipped : [];
    const effect = call.answer === undefined ? "unknown" : "changed";
    for (const id of new Set(ids))
      if (!skipped.includes(id)) this.#task(id, 0).changes.push({ call, kind, effect });
  }

  #readSightings(call: CallRecord): void {
    const { answer } = call;
    if (answer?.kind === "stats")
      for (const stat of answer.stats) this.#queue(stat.queueNum).stats.push({ call, stat });
    if (answer?.kind !== "seen") return;
    const inCensus = call.invoked > (this.#marks.get("census") ?? Number.POSITIVE_INFINITY);
    for (const seen of answer.seen) {
      this.#task(seen.taskId, seen.queueNum).sightings.push({ call, seen });
      if (inCensus) this.#census?.set(seen.taskId, seen);
    }
  }

  /** `queueNum` 0: whoever names a task by its id does not say of which queue it is. */
  #task(id: TaskId, queueNum: QueueNum): TaskLife {
    const known = this.#tasks.get(id);
    if (queueNum !== 0) this.#queue(queueNum);
    if (known !== undefined) {
      if (known.queueNum === 0) known.queueNum = queueNum;
      return known;
    }
    const lists = { puts: [], deliveries: [], settles: [], changes: [], sightings: [] };
    const life: TaskLife = { id, queueNum, ...lists, works: [], told: [] };
    this.#tasks.set(id, life);
    return life;
  }

  #queue(queueNum: QueueNum): QueueLife {
    const known = this.#queues.get(queueNum);
    if (known !== undefined) return known;
    const life: QueueLife = {
      queueNum,
      blindGets: [],
      gets: [],
      blindPuts: [],
      blindPutsOfData: new Map(),
      blindPutsOfKey: new Map(),
      kicks: [],
      clears: [],
      pauses: [],
      stats: [],
    };
    this.#queues.set(queueNum, life);
    return life;
  }
}

/** `lost` names tasks. Of several leases of one task only the newest can live: the older are the lost. */
function settleEffects(call: CallRecord, leases: readonly Lease[]) {
  const { answer } = call;
  if (answer === undefined) return (): Settle["effect"] => "unknown";
  const lost = answer.kind === "settled" ? answer.lost : [];
  if (lost.length === 0) return (): Settle["effect"] => "settled";
  const over = new Set<Lease>();
  const left = [...lost];
  for (const one of [...leases].sort((a, b) => a.lease - b.lease)) {
    const at = left.indexOf(one.taskId);
    if (at === -1) continue;
    left.splice(at, 1);
    over.add(one);
  }
  return (one: Lease): Settle["effect"] => (over.has(one) ? "lost" : "settled");
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
