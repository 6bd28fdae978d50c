import { setTimeout as pause } from "node:timers/promises";
import type { FullStorage, QueueStat, Stats, TaskInfo } from "@queue/runtime";
import { type Ledger, tagOf } from "./ledger.js";

const STATES = ["ready", "delayed", "taken", "blocked", "dead"] as const;
const PAGE = 1_000;

/** Compares what callers were told with what is there. Resolves to what does not fit, in sentences. */
export async function audit(storage: FullStorage, ledger: Ledger): Promise<readonly string[]> {
  const complaints = [...ledger.violations, ...ledger.surprises.map((each) => `surprise: ${each}`)];
  const { queueStats } = await restingStat(storage);
  const present = new Map<string, number>();
  for (const stat of queueStats.values()) {
    const counts = await recount(storage, stat.queueNum, present);
    complaints.push(...disagreements(stat, counts));
  }
  complaints.push(...missing(ledger, present), ...tallies(ledger, [...queueStats.values()]));
  return complaints;
}

/** Nothing moves any more: a task that becomes ready between two pages would be in neither. */
async function restingStat(storage: FullStorage): Promise<Stats> {
  for (;;) {
    const stats = await storage.getStat();
    if ([...stats.queueStats.values()].every(({ delayedTasks }) => delayedTasks === 0))
      return stats;
    await pause(5);
  }
}

/** Every task of a queue, state by state; counts tags in `present`. */
async function recount(
  storage: FullStorage,
  queueNum: number,
  present: Map<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const state of STATES) {
    let cursor: string | null | undefined;
    do {
      const page = await storage.listTasks(queueNum, state, {
        limit: PAGE,
        ...(cursor && { cursor }),
      });
      counts.set(state, (counts.get(state) ?? 0) + page.tasks.length);
      for (const task of page.tasks as readonly TaskInfo[])
        present.set(tagOf(task), (present.get(tagOf(task)) ?? 0) + 1);
      cursor = page.cursor;
    } while (cursor);
  }
  return counts;
}

function disagreements(stat: QueueStat, counts: ReadonlyMap<string, number>): readonly string[] {
  const stats: Record<(typeof STATES)[number], number> = {
    ready: stat.readyTasks,
    delayed: stat.delayedTasks,
    taken: stat.takenTasks,
    blocked: stat.blockedTasks,
    dead: stat.deadTasks,
  };
  return STATES.filter((state) => stats[state] !== counts.get(state)).map(
    (state) =>
      `queue ${stat.queueNum}: ${stats[state]} ${state} by getStat, ${counts.get(state)} by a recount`,
  );
}

function missing(ledger: Ledger, present: ReadonlyMap<string, number>): readonly string[] {
  const complaints: string[] = [];
  for (const [tag, { put, done }] of ledger.entries) {
    const times = present.get(tag) ?? 0;
    if (times > 1) complaints.push(`${tag} is there ${times} times`);
    if (times > 0 && put === "no") complaints.push(`${tag} is there, and its put had no effect`);
    if (times > 0 && done === "yes") complaints.push(`${tag} is there, and it was done`);
    if (times === 0 && put === "yes" && done === "no") complaints.push(`${tag} is lost`);
  }
  return complaints;
}

/** The counters of the server lie between what is certain and what is possible. */
function tallies(ledger: Ledger, stats: readonly QueueStat[]): readonly string[] {
  const sum = (of: (stat: QueueStat) => number) =>
    stats.reduce((total, stat) => total + of(stat), 0);
  const put = sum((stat) => stat.putTotal);
  const done = sum((stat) => stat.doneTotal);
  const total = sum((stat) => stat.totalTasks);
  const complaints: string[] = [];
  if (put - done !== total) complaints.push(`${put} put, ${done} done, and ${total} there`);
  for (const [what, counted] of [
    ["put", put],
    ["done", done],
  ] as const) {
    const sure = ledger.count(what, "yes");
    const most = sure + ledger.count(what, "unknown");
    if (counted < sure || counted > most)
      complaints.push(`${counted} ${what} by getStat, ${sure} to ${most} by those who asked`);
  }
  return complaints;
}
