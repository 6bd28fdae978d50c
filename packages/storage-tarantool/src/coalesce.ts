import { QueueError, type Task } from "@queue/runtime";
import { type BatchEntry, Batcher, type BatcherDeps, type Caller } from "./batcher.js";
import { afterLoss, fromServer } from "./connection/server-error.js";
import type { CallSettings, Connection } from "./connection.js";
import { sendTakes, type TakeEntry } from "./take-batch.js";
import { TurnEnd } from "./turn-end.js";

/** With it bulk puts went from 320 to 450 thousand a second, on two cores. */
const FULL = 100;

/** Calls made one by one in the same turn of the event loop, sent as one. */
export interface Coalescer {
  take(take: Take, signal?: AbortSignal): Promise<readonly Task[]>;
  /** Puts the tasks of a group, all or none, and resolves to their ids. */
  put(group: readonly unknown[], settings: PutSettings): Promise<readonly number[]>;
  /**
   * Settles leases: `flat` is a list of `stride` values for each. Resolves to the positions of those
   * that were lost, counted in leases.
   */
  settle(
    name: SettleName,
    flat: readonly unknown[],
    stride: number,
    settings?: SettleSettings,
  ): Promise<readonly number[]>;
}

export interface Take {
  readonly queueNum: number;
  readonly count: number;
  readonly visibilityTimeoutMs: number;
}

export type SettleName = "done" | "retry" | "release" | "bury" | "touch";

export interface SettleSettings {
  readonly signal?: AbortSignal;
}

export interface PutSettings extends SettleSettings {
  /** The size of the payloads. */
  readonly bytes: number;
  /** Each task has a `putId`. */
  readonly repeatable: boolean;
}

interface PutEntry extends BatchEntry {
  readonly group: readonly unknown[];
  readonly repeatable: boolean;
}

interface SettleEntry extends BatchEntry {
  readonly flat: readonly unknown[];
}

type Numbers = readonly number[];

export function createCoalescer(connection: Connection): Coalescer {
  const deps: BatcherDeps = { turnEnd: new TurnEnd(), full: FULL };
  const settles = (name: SettleName) =>
    new Batcher<SettleEntry, Numbers>(
      (callers, signal) => sendSettles(connection, name, callers, signal),
      deps,
    );
  const puts = new Batcher<PutEntry, Numbers>(
    (callers, signal) => sendPuts(connection, callers, signal),
    deps,
  );
  const takes = new Batcher<TakeEntry, readonly Task[]>(
    (callers, signal) => sendTakes(connection, callers, signal),
    deps,
  );
  const settling = {
    done: settles("done"),
    retry: settles("retry"),
    release: settles("release"),
    bury: settles("bury"),
    touch: settles("touch"),
  };
  return {
    take: ({ count, ...take }, signal) => takes.add({ ...take, size: count, bytes: 0 }, signal),
    put: (group, { bytes, repeatable, signal }) =>
      puts.add({ group, size: group.length, bytes, repeatable }, signal),
    settle: (name, flat, stride, { signal } = {}) =>
      settling[name].add({ flat, size: flat.length / stride, bytes: textBytes(flat) }, signal),
  };
}

async function sendPuts(
  connection: Connection,
  callers: readonly Caller<PutEntry, Numbers>[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const settings = signal === undefined ? {} : { signal };
  const repeatable = callers.every(({ entry }) => entry.repeatable);
  if (repeatable) {
    await sendGroups(connection, callers, { ...settings, repeatable });
    return;
  }
  try {
    await sendGroups(connection, callers, settings);
  } catch (error) {
    if (!isUnknown(error)) throw error;
    // The connection does not repeat what may not be done twice; those that may go once more, alone.
    for (const caller of callers) if (!caller.entry.repeatable) caller.reject(error);
    const others = callers.filter(({ entry }) => entry.repeatable);
    if (others.length === 0) return;
    const again = { ...settings, repeatable: true };
    await sendGroups(connection, others, again, true).catch((error) => {
      throw error instanceof QueueError ? afterLoss(error) : error;
    });
  }
}

/** `tried`: whether these groups may be there already, by an earlier try whose answer was lost. */
async function sendGroups(
  connection: Connection,
  callers: readonly Caller<PutEntry, Numbers>[],
  settings: CallSettings,
  tried = false,
): Promise<void> {
  let mayBeThere = tried;
  const groups = callers.map(({ entry }) => entry.group);
  const answer = await connection.call("put", [groups], {
    ...settings,
    bytes: sum(callers),
    lost: () => {
      mayBeThere = true;
    },
  });
  const results = second(answer, "put");
  for (const [index, caller] of callers.entries()) {
    const result = results[index];
    if (Array.isArray(result)) caller.resolve(result);
    else {
      const error = fromServer(String(result), "queue.put");
      caller.reject(mayBeThere ? afterLoss(error) : error);
    }
  }
}

async function sendSettles(
  connection: Connection,
  name: SettleName,
  callers: readonly Caller<SettleEntry, Numbers>[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const [only] = callers;
  const flat =
    callers.length === 1 && only ? only.entry.flat : callers.flatMap(({ entry }) => entry.flat);
  // A lease renewed twice is renewed; what was done once would be lost the second time.
  const repeatable = name === "touch";
  const bytes = sum(callers);
  const settings = signal === undefined ? { repeatable, bytes } : { signal, repeatable, bytes };
  const lost = second(await connection.call(name, [flat], settings), name) as Numbers;
  if (lost.length === 0) {
    for (const caller of callers) caller.resolve(lost);
    return;
  }
  let from = 0;
  let next = 0;
  for (const caller of callers) {
    const to = from + caller.entry.size;
    const begin = next;
    while (next < lost.length && (lost[next] as number) < to) next++;
    const start = from;
    caller.resolve(lost.slice(begin, next).map((position) => position - start));
    from = to;
  }
}

/** Every answer is a number and what there is to say. */
function second(answer: unknown, name: string): readonly unknown[] {
  if (Array.isArray(answer) && Array.isArray(answer[1])) return answer[1];
  throw new QueueError("INTERNAL", `queue.${name} answered in a shape that it never has`);
}

function isUnknown(error: unknown): boolean {
  return error instanceof QueueError && error.details.outcome === "unknown";
}

function sum(callers: readonly Caller<BatchEntry, Numbers>[]): number {
  return callers.reduce((bytes, { entry }) => bytes + entry.bytes, 0);
}

function textBytes(flat: readonly unknown[]): number {
  let bytes = 0;
  for (const value of flat) if (typeof value === "string") bytes += value.length;
  return bytes;
}
