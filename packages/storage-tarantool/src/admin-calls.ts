import type { CallOptions, ChangeResult, StorageAdmin, TaskId, TaskInfo } from "@queue/runtime";
import type { Connection } from "./connection.js";
import { cursorAfter, parseCursor, toTaskInfos } from "./tuple.js";

/** What operators do. */
export function adminCalls(connection: Connection): StorageAdmin {
  async function change(
    name: string,
    args: readonly unknown[],
    ids: readonly TaskId[],
    options: CallOptions | undefined,
  ): Promise<ChangeResult> {
    const answer = await connection.call(name, args, options);
    const [changed, skipped] = answer as [number, readonly number[]];
    return { changed, skipped: skipped.map((position) => ids[position] as TaskId) };
  }

  return {
    async peekTask(ids, options) {
      const found: TaskInfo[] = [];
      let rest = ids;
      for (;;) {
        const answer = await connection.call("peek", [rest], { ...options, repeatable: true });
        const { infos, more } = toTaskInfos(answer);
        found.push(...infos);
        if (!more) return found;
        // The answer stopped at 8 MiB; those after the last one it has were not looked at.
        rest = rest.slice(rest.indexOf((infos.at(-1) as TaskInfo).taskId) + 1);
      }
    },
    async listTasks(queueNum, state, { cursor, limit, signal }) {
      const args = [queueNum, state, limit, ...parseCursor(cursor)];
      const settings = { ...(signal && { signal }), repeatable: true };
      const answer = await connection.call("list", args, settings);
      return { tasks: toTaskInfos(answer).infos, cursor: cursorAfter(answer) };
    },
    kickTask: (queueNum, which, options) =>
      typeof which === "number"
        ? change("kick", [queueNum, which, null], [], options)
        : change("kick", [queueNum, null, which], which, options),
    runNow: (ids, options) => change("run_now", [ids], ids, options),
    buryWaiting: (ids, error, options) => change("bury_waiting", [ids, error], ids, options),
    cancelTask: (ids, options) => change("cancel", [ids], ids, options),
    async clearQueue(queueNum, options) {
      for (let total = 0; ; ) {
        const answer = await connection.call("clear", [queueNum], options);
        const [cancelled, more] = answer as [number, boolean];
        total += cancelled;
        if (!more) return total;
      }
    },
    async pauseQueue(queueNum, paused, options) {
      await connection.call("pause", [queueNum, paused], { ...options, repeatable: true });
    },
  };
}
