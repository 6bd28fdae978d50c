import type { SharedAbort } from "./abort.js";
import { type CycleDeps, runCycle } from "./cycle.js";
import { nextTurn } from "./pause.js";
import type { QueueNum } from "./storage.js";

/** How long storages and handlers that never wait may keep timers, sockets and signals waiting. */
const BREATHE_MS = 10;

/** `stop` ends the loop after the current batch; `abort` also cancels the batch itself. */
export async function runJobProcessor(
  deps: CycleDeps,
  stop: AbortSignal,
  abort: SharedAbort,
): Promise<void> {
  const { turns, clock } = deps;
  let breathedAt = clock.now();
  let last: QueueNum | undefined;
  while (!stop.aborted) {
    const turn = turns.next(last); // between batches only: a batch never changes queue half-way
    if (turn === undefined) {
      await turns.idle(stop);
      continue;
    }
    const outcome = await runCycle(deps, turn, stop, abort);
    last = turn.queue.queueNum;
    turns.onLeft(turn);
    if (outcome.kind === "handled") turns.onHandled(turn);
    if (clock.now() - breathedAt < BREATHE_MS) continue;
    await nextTurn();
    breathedAt = clock.now();
  }
  turns.onRetired();
}
