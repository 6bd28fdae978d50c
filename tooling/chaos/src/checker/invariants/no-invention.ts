import type { PutRecord, TaskRecord } from "../../history/event.js";
import type { CheckContext } from "../check-context.js";
import { blindPutsOf, strayPuts } from "../endings.js";
import type { CallRecord, PutRef, TaskLife } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** How long a storage remembers a `putId`. */
const PUT_ID_MS = 3_600_000;

/** 2. What is delivered or seen was put: the same bytes, the same key, priority and headers, once. */
export function noInvention(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  const claims = new Claims();
  for (const life of context.history.tasks.values()) {
    if (life.puts.length === 0 && life.deliveries.length + life.sightings.length === 0) continue;
    const puts = candidates(context, life);
    for (const ref of life.puts) claims.claim(ref, life.id);
    if (life.puts.length === 0)
      violations.push(...claims.claimBlind(blindPutsOf(context, life), life));
    violations.push(...differences(life, puts));
  }
  return [...violations, ...claims.duplicates()];
}

/** The puts that may have made the task what it is. */
function candidates(context: CheckContext, life: TaskLife): PutRef[] {
  return [...life.puts, ...strayPuts(context, life), ...blindPutsOf(context, life)];
}

function differences(life: TaskLife, puts: readonly PutRef[]): Violation[] {
  const violations: Violation[] = [];
  const check = (call: CallRecord, task: TaskRecord) => {
    const asPut = puts.some(({ put }) => isSame(put, task));
    const first = puts[0]?.call;
    if (asPut || (first === undefined && violations.length > 0)) return;
    const what = differenceOf(puts[0]?.put, task);
    violations.push(
      violation("no invention", `task ${life.id} came out ${what}`, [
        first?.invoked ?? -1,
        first?.ended ?? -1,
        call.invoked,
        call.ended,
      ]),
    );
  };
  for (const { call, task } of life.deliveries) check(call, task);
  for (const { call, seen } of life.sightings) check(call, seen);
  const born = life.deliveries[0];
  for (const { call, task } of life.deliveries)
    if (born !== undefined && task.createdAt !== born.task.createdAt)
      violations.push(
        violation("no invention", `task ${life.id} changed its creation time`, [
          born.call.ended,
          call.ended,
        ]),
      );
  return violations.slice(0, 2);
}

function isSame(put: PutRecord, task: TaskRecord): boolean {
  return (
    put.data === task.data &&
    put.queueNum === task.queueNum &&
    put.key === task.key &&
    put.priority === task.priority &&
    JSON.stringify(put.headers) === JSON.stringify(task.headers)
  );
}

function differenceOf(put: PutRecord | undefined, task: TaskRecord): string {
  if (put === undefined) return `though nobody put ${JSON.stringify(task.data)}`;
  const names = (["data", "queueNum", "key", "priority", "headers"] as const).filter(
    (name) => JSON.stringify(put[name]) !== JSON.stringify(task[name]),
  );
  const both = names.map(
    (name) => `${name} ${JSON.stringify(task[name])} instead of ${JSON.stringify(put[name])}`,
  );
  return `with ${both.join(", ")}`;
}

/** Which ids came of which puts: a put makes one task at most, and so do all with one `putId`. */
class Claims {
  readonly #ofPutId = new Map<string, Map<number, PutRef>>();
  readonly #blind = new Map<PutRef, number>();

  claim(ref: PutRef, id: number): void {
    const { queueNum, putId } = ref.put;
    if (putId === undefined) return;
    const name = `${queueNum} ${putId}`;
    const ids = this.#ofPutId.get(name) ?? new Map<number, PutRef>();
    this.#ofPutId.set(name, ids);
    if (!ids.has(id)) ids.set(id, ref);
  }

  /** A task whose put nobody heard the end of: one of these must have made it. */
  claimBlind(puts: readonly PutRef[], { id, deliveries, sightings }: TaskLife): Violation[] {
    const free = puts.find((ref) => !this.#blind.has(ref));
    if (free === undefined) {
      if (puts.length === 0) return []; // `differences` says it
      const seen = (deliveries[0] ?? sightings[0])?.call;
      const other = this.#blind.get(puts[0] as PutRef);
      const says = `task ${id} came of the same put as task ${other}`;
      const at = [...puts.map(({ call }) => call.invoked), seen?.ended ?? -1];
      return [violation("no invention", says, at)];
    }
    this.#blind.set(free, id);
    this.claim(free, id);
    return [];
  }

  duplicates(): Violation[] {
    const violations: Violation[] = [];
    for (const [name, ids] of this.#ofPutId) {
      if (ids.size < 2) continue;
      const refs = [...ids.values()];
      const times = refs.map(({ call }) => call.invokedAt);
      if (Math.max(...times) - Math.min(...times) >= PUT_ID_MS) continue;
      const says = `puts with one putId (queue and putId: ${name}) made tasks ${[...ids.keys()].join(" and ")}`;
      const at = refs.flatMap(({ call }) => [call.invoked, call.ended]);
      violations.push(violation("no invention", says, at));
    }
    return violations;
  }
}
