import type { CheckContext } from "./check-context.js";
import type { CallRecord, PutRef, TaskLife } from "./indexed-history.js";

// When a task may have ended, at the earliest and at the latest. Positions, or moments of `at`.

/**
 * Puts of unknown outcome that may have changed the task: it may be the one they found at their key. If
 * all who got its id may have found it there themselves, one of them may have made it as well.
 */
export function strayPuts({ history }: CheckContext, life: TaskLife): PutRef[] {
  const key = keyOf(life);
  if (key === null) return [];
  const blind = history.queues.get(life.queueNum)?.blindPutsOfKey.get(key) ?? [];
  const found = ({ put }: PutRef) => (put.onKey ?? "add") !== "add";
  if (life.puts.length > 0 && life.puts.every(found)) return blind;
  return blind.filter(({ put }) => put.onKey === "replace" || put.onKey === "wake");
}

export function keyOf({ puts, deliveries, sightings }: TaskLife): string | null {
  return puts[0]?.put.key ?? deliveries[0]?.task.key ?? sightings[0]?.seen.key ?? null;
}

/** When the task of a put starts, at the earliest. */
export function earliestStart(context: CheckContext, { call, put }: PutRef): number {
  return put.startTime === undefined
    ? call.invokedAt + (put.delayMs ?? 0)
    : context.moment(put.startTime);
}

function latestStart(context: CheckContext, { call, put }: PutRef): number {
  return put.startTime === undefined
    ? call.endedAt + (put.delayMs ?? 0)
    : context.moment(put.startTime);
}

/** The first moment at which its ttl may have removed the task. */
export function earliestExpiry(context: CheckContext, life: TaskLife): number {
  let earliest = Number.POSITIVE_INFINITY;
  const kicks = kicksOf(context, life);
  for (const ref of [...life.puts, ...strayPuts(context, life), ...blindPutsOf(context, life)]) {
    const { ttlMs } = ref.put;
    if (ttlMs === undefined) continue;
    earliest = Math.min(earliest, earliestStart(context, ref) + ttlMs);
    // A kick starts it at once, so a task with a long delay may now expire earlier.
    for (const { ended, invokedAt } of kicks)
      if (ended > ref.call.invoked) earliest = Math.min(earliest, invokedAt + ttlMs);
  }
  return earliest - context.options.toleranceMs;
}

/** Puts of unknown outcome with the task's payload: one of them may have made it. */
export function blindPutsOf({ history }: CheckContext, life: TaskLife): PutRef[] {
  const data = new Set([
    ...life.puts.map(({ put }) => put.data),
    ...life.deliveries.map(({ task }) => task.data),
    ...life.sightings.map(({ seen }) => seen.data),
  ]);
  const blind = history.queues.get(life.queueNum)?.blindPutsOfData;
  return [...data].flatMap((each) => blind?.get(each) ?? []);
}

/** Kicks that may have met it. */
function kicksOf({ history }: CheckContext, life: TaskLife): CallRecord[] {
  const own = life.changes.filter(({ kind }) => kind === "kick").map(({ call }) => call);
  return [...own, ...(history.queues.get(life.queueNum)?.kicks ?? [])];
}

/** The moment by which its ttl has certainly removed the task, unless it was taken. */
export function latestExpiry(context: CheckContext, life: TaskLife): number {
  const { options } = context;
  if (life.puts.length === 0) return Number.POSITIVE_INFINITY;
  const ttls = life.puts.map(({ put }) => put.ttlMs ?? Infinity);
  const longest = Math.max(...ttls);
  if (longest === Infinity || strayPuts(context, life).length > 0) return Infinity;
  if (blindPutsOf(context, life).length > 0) return Infinity;
  let latest = Math.max(...life.puts.map((ref) => latestStart(context, ref))) + longest;
  for (const { endedAt } of kicksOf(context, life)) latest = Math.max(latest, endedAt + longest);
  for (const { kind, effect, retry, call } of life.settles)
    if (kind === "retry" && effect !== "lost" && retry !== undefined)
      latest += Math.max(
        0,
        retry.delayMs ?? context.moment(retry.nextStartTime ?? 0) - call.invokedAt,
      );
  return latest + options.toleranceMs;
}

/** The first position at which the task may have been gone from the storage. */
export function mayBeGoneFrom(context: CheckContext, life: TaskLife): number {
  let first = context.history.positionOf(earliestExpiry(context, life));
  for (const { kind, effect, call } of life.settles)
    if (kind === "done" && effect !== "lost") first = Math.min(first, call.invoked);
  for (const { kind, call } of life.changes)
    if (kind === "cancel") first = Math.min(first, call.invoked);
  for (const clear of clearsOf(context, life)) first = Math.min(first, clear.invoked);
  return first;
}

/** The first position at which the task may have freed its key. */
export function mayFreeKeyFrom(context: CheckContext, life: TaskLife): number {
  let first = mayBeGoneFrom(context, life);
  for (const { kind, effect, call } of life.settles)
    if (kind === "bury" && effect !== "lost") first = Math.min(first, call.invoked);
  for (const { kind, call } of life.changes)
    if (kind === "bury") first = Math.min(first, call.invoked);
  return first;
}

/** Clears of its queue that may have met it. */
function clearsOf(context: CheckContext, life: TaskLife): readonly CallRecord[] {
  const { history } = context;
  const clears = history.queues.get(life.queueNum)?.clears ?? [];
  if (clears.length === 0) return clears;
  const puts = [...life.puts, ...blindPutsOf(context, life)].map(({ call }) => call.invoked);
  return clears.filter(({ ended }) => ended > Math.min(...puts));
}

/** Since when the task is known to exist. */
export function knownSince({ puts, deliveries, sightings }: TaskLife): number {
  const seen = [...puts, ...deliveries, ...sightings].map(({ call }) => call.ended);
  return seen.reduce((first, position) => Math.min(first, position), Number.POSITIVE_INFINITY);
}
