import type { CheckContext } from "./check-context.js";
import { strayPuts } from "./endings.js";
import type { Holding } from "./holding.js";
import type { CallRecord, TaskLife } from "./indexed-history.js";

/** Whether a kick or a `replace` may have let the task begin anew between two deliveries. */
export function mayBeginAnew(
  context: CheckContext,
  life: TaskLife,
  last: Holding | undefined,
  next: Holding,
): boolean {
  const between = ({ invoked, ended }: CallRecord) =>
    invoked < next.delivery.call.ended && ended > (last?.delivery.call.invoked ?? -1);
  const kicks = context.history.queues.get(life.queueNum)?.kicks ?? [];
  return (
    life.changes.some(({ kind, call }) => kind === "kick" && between(call)) ||
    kicks.some(between) ||
    life.puts.some(({ call, put }) => put.onKey === "replace" && between(call)) ||
    strayPuts(context, life).some(({ put, call }) => put.onKey === "replace" && between(call))
  );
}

/** Whether anybody but its holders may have moved the task: an operator, or another put of its key. */
export function isMeddledWith(context: CheckContext, life: TaskLife): boolean {
  const queue = context.history.queues.get(life.queueNum);
  const [ref] = life.puts;
  return (
    life.changes.length > 0 ||
    life.puts.length > 1 ||
    (ref?.put.onKey ?? "add") !== "add" ||
    queue?.blindPutsOfData.has(ref?.put.data ?? "") ||
    (queue?.kicks.length ?? 0) > 0 ||
    strayPuts(context, life).length > 0
  );
}

/** A time in which a queue may have been paused. */
export interface PausedSpan {
  readonly from: number;
  readonly to: number;
}

export function pausedSpans(pauses: readonly CallRecord[]): PausedSpan[] {
  const resumes = pauses.filter(
    ({ call, answer }) => call.method === "pauseQueue" && !call.paused && answer !== undefined,
  );
  const last = resumes.at(-1)?.ended ?? Number.POSITIVE_INFINITY;
  return pauses
    .filter(({ call }) => call.method === "pauseQueue" && call.paused)
    .map(({ invoked, ended, answer }) => {
      // One of unknown outcome may come after the resume that was meant for it.
      const next = answer === undefined ? undefined : resumes.find((one) => one.invoked > ended);
      return { from: invoked, to: next?.ended ?? last };
    });
}
