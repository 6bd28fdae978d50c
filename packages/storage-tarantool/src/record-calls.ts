import type { CommitResult, Lease, StorageAdapter, StoredRecord } from "@queue/runtime";
import type { Connection } from "./connection.js";
import { toBin, toPut, toRecords, toRetry } from "./tuple.js";

type RecordCalls = Pick<StorageAdapter, "getRecords" | "listRecords" | "commit">;

const toLease = ({ taskId, lease }: Lease) => [taskId, lease];

/** Records, and commits of records and tasks together. A single shard ignores partitions. */
export function recordCalls(connection: Connection): RecordCalls {
  return {
    async getRecords(keys, { signal } = {}) {
      const settings = { ...(signal && { signal }), repeatable: true };
      const records: StoredRecord[] = [];
      for (let from = 0; from < keys.length; ) {
        const answer = await connection.call("get_records", [keys.slice(from)], settings);
        records.push(...toRecords(answer));
        from += (answer as [number])[0]; // an answer stops at 8 MiB
      }
      return records;
    },
    async listRecords({ prefix, after, limit, signal }) {
      const settings = { ...(signal && { signal }), repeatable: true };
      const args = [prefix, after ?? null, limit];
      return toRecords(await connection.call("list_records", args, settings));
    },
    async commit(request, options) {
      const { expect, done, retry, release, bury, cancel, set, del, put } = request;
      const args = [
        expect.flatMap(({ key, version }) => [key, version]),
        done.flatMap(toLease),
        retry.flatMap(toRetry),
        release.flatMap(toLease),
        bury.flatMap((info) => [...toLease(info), info.error]),
        cancel,
        set.flatMap(({ key, value }) => [key, toBin(value)]),
        del,
        put.map(toPut),
      ];
      const bytes = [...set.map(({ value }) => value), ...put.map(({ data }) => data)].reduce(
        (sum, { byteLength }) => sum + byteLength,
        0,
      );
      return toResult(await connection.call("commit", args, { ...options, bytes }));
    },
  };
}

function toResult(answer: unknown): CommitResult {
  const [ok, second, name] = answer as [number, unknown, unknown];
  if (ok === 1) return { ok: true, ids: second as readonly number[] };
  if (second === "record") return { ok: false, conflict: { kind: "record", key: String(name) } };
  const kind = second as "lease" | "task";
  return { ok: false, conflict: { kind, taskId: Number(name) } };
}
