import type { QueueNum } from "@queue/runtime";
import type { Connection } from "./connection.js";

/** A server that died without a word is noticed when one of these goes unanswered. */
const SLICE_MS = 30_000;
/** How long after its time an answer may still be under way. */
const MARGIN_MS = 10_000;
/** What the server counts when too many wait already. */
const BEYOND_CAP = -1;

type Wait = (
  queueNums: readonly QueueNum[],
  timeoutMs: number,
  signal: AbortSignal | undefined,
) => Promise<readonly QueueNum[]>;

/** Waits on the server, in slices. */
export function longPoll(connection: Connection): Wait {
  let lastToken = 0;

  /** The ready ones, and whether the caller has waited enough, whatever they are. */
  async function slice(
    queueNums: readonly QueueNum[],
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly ready: readonly QueueNum[]; readonly enough: boolean }> {
    const token = ++lastToken;
    // The server must not wake us in place of another who still waits.
    const cancel = () =>
      connection.call("cancel_wait", [token], { longPoll: true }).catch(() => undefined);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      const answer = await connection.call("wait", [queueNums, timeoutMs, token], {
        ...(signal && { signal }),
        longPoll: true,
        repeatable: true,
        timeoutMs: timeoutMs + MARGIN_MS,
      });
      const [count, ready] = answer as [number, readonly QueueNum[]];
      return { ready, enough: count === BEYOND_CAP || ready.length > 0 };
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  return async (queueNums, timeoutMs, signal) => {
    for (let leftMs = timeoutMs; ; leftMs -= SLICE_MS) {
      const { ready, enough } = await slice(queueNums, Math.min(leftMs, SLICE_MS), signal);
      if (enough || leftMs <= SLICE_MS) return ready;
    }
  };
}
