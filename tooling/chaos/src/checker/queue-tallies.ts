import type { QueueNum } from "@queue/runtime";
import type { CheckContext } from "./check-context.js";
import { earliestExpiry, knownSince } from "./endings.js";
import type { SettleKind, TaskLife } from "./indexed-history.js";
import { Tally } from "./tally.js";

const COUNTED = [
  "putTotal",
  "doneTotal",
  "retriedTotal",
  "releasedTotal",
  "buriedTotal",
  "cancelledTotal",
  "expiredTotal",
] as const;

export type QueueTallies = Record<(typeof COUNTED)[number], Tally>;

const OF_SETTLE = {
  done: "doneTotal",
  retry: "retriedTotal",
  release: "releasedTotal",
  bury: "buriedTotal",
} as const satisfies Partial<Record<SettleKind, string>>;

/** What each queue's counters must show, by the calls that were made. */
export function queueTallies(context: CheckContext): Map<QueueNum, QueueTallies> {
  const { history } = context;
  const all = new Map<QueueNum, QueueTallies>();
  for (const queue of history.queues.values()) {
    const tallies = Object.fromEntries(COUNTED.map((name) => [name, new Tally()])) as QueueTallies;
    all.set(queue.queueNum, tallies);
    for (const { call, put } of queue.blindPuts) {
      tallies.putTotal.add(call.invoked, Infinity);
      if (put.ttlMs !== undefined) tallies.expiredTotal.add(call.invoked, Infinity);
    }
    // A get that was aborted gives its tasks back by itself.
    for (const get of queue.blindGets)
      tallies.releasedTotal.add(get.invoked, Infinity, get.call.count);
    for (const clear of queue.clears) {
      if (clear.answer?.kind === "changed")
        tallies.cancelledTotal.add(clear.invoked, clear.ended, clear.answer.changed);
      // In chunks, so of one whose end nobody heard anything up to all may have gone: also what came of
      // puts whose end nobody heard either.
      else {
        const most = history.tasks.size + queue.blindPuts.length;
        tallies.cancelledTotal.add(clear.invoked, Infinity, most);
      }
    }
  }
  for (const life of history.tasks.values()) {
    const tallies = all.get(life.queueNum);
    if (tallies !== undefined) addLife(context, tallies, life);
  }
  return all;
}

function addLife(context: CheckContext, tallies: QueueTallies, life: TaskLife): void {
  const certain = knownSince(life);
  const puts = life.puts.map(({ call }) => call.invoked);
  // One that was put by a call of unknown outcome has its place among those.
  if (puts.length > 0) tallies.putTotal.add(Math.min(...puts), certain);
  else if (certain !== Infinity) tallies.putTotal.add(Infinity, certain);
  for (const { kind, effect, call } of life.settles)
    if (kind !== "touch" && effect !== "lost")
      tallies[OF_SETTLE[kind]].add(call.invoked, effect === "settled" ? call.ended : Infinity);
  for (const { kind, effect, call } of life.changes) {
    const since = effect === "changed" ? call.ended : Infinity;
    if (kind === "cancel") tallies.cancelledTotal.add(call.invoked, since);
    if (kind === "bury") tallies.buriedTotal.add(call.invoked, since);
  }
  const expiry = context.history.positionOf(earliestExpiry(context, life));
  // The position itself may be the call that finds it expired.
  if (expiry !== Infinity) tallies.expiredTotal.add(expiry - 1, Infinity);
}
