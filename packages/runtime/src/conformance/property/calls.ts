import type { CommitRequest } from "../../records.js";
import type { BuryInfo, Lease, PutTaskRequest, RetryInfo, TaskId } from "../../storage.js";
import type { TaskState } from "../../storage-admin.js";
import type { Model } from "../model/model.js";
import { bytes, PARTITION } from "../probe.js";
import {
  type CommitSpec,
  type LeaseRef,
  type PutSpec,
  QUEUES,
  type SettleSpec,
  type TaskRef,
} from "./commands.js";

/** What a sequence has seen so far, by the model's ids. */
export interface Seen {
  readonly model: Model;
  readonly ids: readonly TaskId[];
  readonly leases: readonly Lease[];
}

const UNKNOWN = 7_000_001;

export const NOT_TAKEN: readonly TaskState[] = ["ready", "delayed", "blocked", "dead"];

/** The latest first: they are the ones that are still about. */
const nth = <T>(list: readonly T[], pick: number): T | undefined =>
  list.length === 0 ? undefined : list[list.length - 1 - (pick % list.length)];

export function leaseOf({ model, leases }: Seen, { from, pick }: LeaseRef): Lease {
  const live = () =>
    QUEUES.flatMap((queueNum) => model.listTasks(queueNum, "taken", { limit: 10_000 }).tasks);
  const found = from === "unknown" ? undefined : nth(from === "live" ? live() : leases, pick);
  return found === undefined
    ? { taskId: UNKNOWN, lease: 1 + pick }
    : { taskId: found.taskId, lease: found.lease };
}

/** `states`: those a task must be in to be of use to the call. */
export function taskOf(
  { model, ids }: Seen,
  { from, pick }: TaskRef,
  states: readonly TaskState[],
): TaskId {
  if (from === "unknown") return UNKNOWN;
  const useful = () =>
    model
      .peekTask(ids)
      .filter((info) => states.includes(info.state))
      .map((info) => info.taskId);
  return nth(from === "useful" ? useful() : ids, pick) ?? UNKNOWN;
}

export function requestOf({ model }: Seen, spec: PutSpec): PutTaskRequest {
  const { when, key, onKey } = spec;
  return {
    queueNum: spec.queueNum,
    data: bytes(spec.text),
    ...(when.kind === "delay" ? { delayMs: when.ms } : {}),
    ...(when.kind === "start" ? { startTime: new Date(model.now() + when.ms) } : {}),
    ...(spec.priority === null ? {} : { priority: spec.priority }),
    ...(spec.ttlMs === null ? {} : { ttlMs: spec.ttlMs }),
    ...(key === null ? {} : { key }),
    ...(key === null || onKey === null ? {} : { onKey }),
    ...(spec.putId === null ? {} : { putId: spec.putId }),
    ...(spec.header === null ? {} : { headers: { name: spec.header } }),
    partition: PARTITION,
  } as object as PutTaskRequest;
}

export function retryOf({ model }: Seen, spec: SettleSpec, lease: Lease): RetryInfo {
  const error = spec.error === null ? {} : { error: spec.error };
  if (!spec.byDate) return { ...lease, delayMs: spec.ms, ...error };
  // Half of the dates lie in the past.
  const ms = spec.error === null ? spec.ms : -spec.ms;
  return { ...lease, nextStartTime: new Date(model.now() + ms), ...error };
}

export function buryOf(spec: SettleSpec, lease: Lease): BuryInfo {
  return { ...lease, error: spec.error ?? "e0" };
}

/** No task and no record key may stand twice in a commit: the first stays. */
function once<T>(list: readonly T[], nameOf: (entry: T) => unknown, used: Set<unknown>): T[] {
  return list.filter((entry) => {
    const name = nameOf(entry);
    if (used.has(name)) return false;
    used.add(name);
    return true;
  });
}

export function commitOf(seen: Seen, spec: CommitSpec): CommitRequest {
  const [tasks, records] = [new Set<unknown>(), new Set<unknown>()];
  const leasesOf = (how: SettleSpec["how"]) =>
    spec.settles
      .filter((settle) => settle.how === how)
      .flatMap((settle) =>
        once(
          settle.leases.map((ref) => leaseOf(seen, ref)),
          (lease) => lease.taskId,
          tasks,
        ).map((lease) => ({ settle, lease })),
      );
  const versionOf = (key: string) => seen.model.getRecords([key])[0]?.version ?? 0;
  return {
    partition: PARTITION,
    expect: once(spec.expect, (entry) => entry.key, new Set()).map(({ key, off }) => ({
      key,
      version: Math.max(0, versionOf(key) + off),
    })),
    done: leasesOf("done").map(({ lease }) => lease),
    retry: leasesOf("retry").map(({ settle, lease }) => retryOf(seen, settle, lease)),
    release: leasesOf("release").map(({ lease }) => lease),
    bury: leasesOf("bury").map(({ settle, lease }) => buryOf(settle, lease)),
    cancel: once(
      spec.cancel.map((ref) => taskOf(seen, ref, NOT_TAKEN)),
      (id) => id,
      tasks,
    ),
    set: once(spec.set, (entry) => entry.key, records).map(({ key, text }) => ({
      key,
      value: bytes(text),
    })),
    del: once(spec.del, (key) => key, records),
    put: spec.puts.map((put) => requestOf(seen, put)),
  };
}
