import type {
  CallOptions,
  Lease,
  PutTaskRequest,
  QueueNum,
  SettleResult,
  Storage,
} from "@queue/runtime";
import type { Coalescer, SettleName } from "./coalesce.js";
import type { Connection } from "./connection.js";
import { longPoll } from "./long-poll.js";
import { toPut, toRetry, toStats } from "./tuple.js";

type TaskCalls = Omit<Storage, "close">;

/** What workers and producers do. */
export function taskCalls(
  connection: Connection,
  coalescer: Coalescer,
  visibilityTimeoutMs: number,
): TaskCalls {
  const wait = longPoll(connection);

  async function settle<T extends { readonly taskId: number }>(
    name: SettleName,
    entries: readonly T[],
    write: (flat: unknown[], entry: T) => void,
    stride: number,
    options: CallOptions | undefined,
  ): Promise<SettleResult> {
    const flat: unknown[] = []; // not by `flatMap`, which makes a list for each entry
    for (const entry of entries) write(flat, entry);
    const lost = await coalescer.settle(name, flat, stride, options);
    if (lost.length === 0) return { settled: entries.length, lost: [] };
    return {
      settled: entries.length - lost.length,
      lost: lost.map((position) => (entries[position] as T).taskId),
    };
  }

  function put(requests: readonly PutTaskRequest[], options: CallOptions | undefined) {
    let bytes = 0;
    let repeatable = true;
    const puts: unknown[] = [];
    for (const request of requests) {
      bytes += request.data.byteLength;
      repeatable &&= request.putId !== undefined;
      puts.push(toPut(request));
    }
    return coalescer.put(puts, { ...options, bytes, repeatable });
  }

  return {
    getTask: (queueNum, count, { signal, visibilityTimeoutMs: ownMs = visibilityTimeoutMs } = {}) =>
      coalescer.take({ queueNum, count, visibilityTimeoutMs: ownMs }, signal),
    doneTask: (leases, options) => settle("done", leases, writeLease, 2, options),
    releaseTask: (leases, options) => settle("release", leases, writeLease, 2, options),
    retryTask: (retries, options) =>
      settle("retry", retries, (flat, retry) => flat.push(...toRetry(retry)), 5, options),
    buryTask: (infos, options) =>
      settle(
        "bury",
        infos,
        (flat, info) => flat.push(info.taskId, info.lease, info.error),
        3,
        options,
      ),
    touchTask: (leases, timeoutMs, options) =>
      settle(
        "touch",
        leases,
        (flat, held) => flat.push(held.taskId, held.lease, timeoutMs),
        3,
        options,
      ),
    putTask: (request, options) => put([request], options).then(([id]) => id as number),
    putTasks: put,
    waitTask: (queueNums: readonly QueueNum[], { timeoutMs, signal }) =>
      wait(queueNums, timeoutMs, signal),
    getStat: async (options) => ({
      queueStats: toStats(await connection.call("stat", [], { ...options, repeatable: true })),
    }),
  };
}

function writeLease(flat: unknown[], { taskId, lease }: Lease): void {
  flat.push(taskId, lease);
}
