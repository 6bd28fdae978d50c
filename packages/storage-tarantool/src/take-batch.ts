import type { QueueNum, Task } from "@queue/runtime";
import type { BatchEntry, Caller } from "./batcher.js";
import type { Connection } from "./connection.js";
import { toTaskPage } from "./tuple.js";

/** What one `getTask` asks for; its `size` is the count. */
export interface TakeEntry extends BatchEntry {
  readonly queueNum: QueueNum;
  readonly visibilityTimeoutMs: number;
}

type TakeCaller = Caller<TakeEntry, readonly Task[]>;

/** One call for each queue and timeout; the callers of each share what comes, in their order, or its error. */
export async function sendTakes(
  connection: Connection,
  callers: readonly TakeCaller[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const groups: TakeCaller[][] = [];
  for (const caller of callers) {
    const alike = groups.find(([first]) => first && sameTake(first.entry, caller.entry));
    if (alike === undefined) groups.push([caller]);
    else alike.push(caller);
  }
  const taking = groups.map((group) =>
    takeFor(connection, group, signal).catch((error) => {
      for (const caller of group) caller.reject(error);
    }),
  );
  await Promise.all(taking);
}

function sameTake(one: TakeEntry, other: TakeEntry): boolean {
  return one.queueNum === other.queueNum && one.visibilityTimeoutMs === other.visibilityTimeoutMs;
}

async function takeFor(
  connection: Connection,
  callers: readonly TakeCaller[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { queueNum, visibilityTimeoutMs } = (callers[0] as TakeCaller).entry;
  const count = callers.reduce((sum, { entry }) => sum + entry.size, 0);
  const answer = await connection.call("get", [queueNum, count, visibilityTimeoutMs], {
    ...(signal && { signal }),
    late: (page) => giveBack(connection, toTaskPage(page).tasks),
  });
  const { tasks, more } = toTaskPage(answer);
  const stayed = callers.filter(({ gone }) => !gone);
  let from = 0;
  let served = 0;
  // Who is left without a task, because the page was full of large ones, asks again: there are more.
  while (served < stayed.length && (from < tasks.length || !more || served === 0)) {
    const caller = stayed[served++] as TakeCaller;
    caller.resolve(tasks.slice(from, from + caller.entry.size));
    from += caller.entry.size;
  }
  giveBack(connection, tasks.slice(from));
  const unserved = stayed.slice(served);
  if (unserved.length > 0) await takeFor(connection, unserved, signal);
}

/** Gives back what was taken for a caller who had gone. */
function giveBack(connection: Connection, tasks: readonly Task[]): void {
  const flat = tasks.flatMap(({ taskId, lease }) => [taskId, lease]);
  // If this fails, too, the visibility timeout gives them back.
  if (flat.length > 0) connection.call("release", [flat]).catch(() => undefined);
}
