import type { CheckedCommit, CommitResult, Conflict, Lease } from "@queue/runtime";
import { cancelRow, current } from "./admin.js";
import type { RecordTable } from "./record-table.js";
import type { TaskTable } from "./task-table.js";

/** All or nothing: first every guard against the state as it is, then every effect. */
export function commit(
  table: TaskTable,
  records: RecordTable,
  request: CheckedCommit,
  now: number,
): CommitResult {
  const conflict = firstConflict(table, records, request, now);
  if (conflict !== undefined) return { ok: false, conflict };
  table.settle(request.release, now, (row) => table.release(row, now));
  table.settle(request.retry, now, (row, info) => table.retry(row, info, now));
  table.settle(request.bury, now, (row, info) => table.bury(row, info, now));
  table.settle(request.done, now, (row) => table.done(row, now));
  for (const id of request.cancel) {
    const row = table.rows.get(id);
    if (row !== undefined) cancelRow(row, now);
  }
  for (const key of request.del) records.delete(key);
  for (const { key, value } of request.set) records.set(key, value);
  return { ok: true, ids: request.put.map((put) => table.put(put, now)) };
}

function firstConflict(
  table: TaskTable,
  records: RecordTable,
  { expect, done, retry, release, bury, cancel }: CheckedCommit,
  now: number,
): Conflict | undefined {
  for (const { key, version } of expect)
    if (records.version(key) !== version) return { kind: "record", key };
  for (const leases of [done, retry, release, bury] as const) {
    const lost = (leases as readonly Lease[]).find((lease) => table.held(lease, now) === undefined);
    if (lost !== undefined) return { kind: "lease", taskId: lost.taskId };
  }
  for (const taskId of cancel) {
    const row = current(table, taskId, now);
    if (row === undefined || row.state === "taken") return { kind: "task", taskId };
  }
  return undefined;
}
