import type { StatRecord } from "../../history/event.js";
import type { CheckContext } from "../check-context.js";
import type { CallRecord, QueueLife } from "../indexed-history.js";
import { queueTallies } from "../queue-tallies.js";
import { type Violation, violation } from "../violation.js";

const GROWING = [
  "putTotal",
  "doneTotal",
  "retriedTotal",
  "timedOutTotal",
  "releasedTotal",
  "expiredTotal",
  "buriedTotal",
  "cancelledTotal",
] as const;

/** 8. Totals add up, only grow, agree with what was acknowledged and with what is stored at the end. */
export function conservation(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  const tallies = queueTallies(context);
  for (const queue of context.history.queues.values()) {
    const bounds = tallies.get(queue.queueNum);
    for (const { call, stat } of queue.stats) {
      const say = (says: string) =>
        violations.push(
          violation("conservation", `queue ${stat.queueNum}: ${says}`, [call.invoked, call.ended]),
        );
      for (const says of identities(stat)) say(says);
      for (const [name, tally] of Object.entries(bounds ?? {})) {
        const { least, most } = tally.between(call.invoked, call.ended);
        const counted = stat[name as keyof typeof bounds] as number;
        if (counted < least || counted > most)
          say(`${name} is ${counted}, but by the calls it is ${range(least, most)}`);
      }
    }
    violations.push(...shrinking(queue), ...stored(context, queue));
  }
  return violations;
}

const range = (least: number, most: number) =>
  least === most ? `${least}` : `between ${least} and ${most}`;

function identities(stat: StatRecord): string[] {
  const { totalTasks, readyTasks, delayedTasks, takenTasks, blockedTasks, deadTasks } = stat;
  const states = readyTasks + delayedTasks + takenTasks + blockedTasks + deadTasks;
  const left = stat.putTotal - stat.doneTotal - stat.expiredTotal - stat.cancelledTotal;
  return [
    ...(states === totalTasks ? [] : [`total ${totalTasks}, but the states add up to ${states}`]),
    ...(left === totalTasks
      ? []
      : [`total ${totalTasks}, but put - done - expired - cancelled is ${left}`]),
  ];
}

/** Counters never go back, from one answer to a later call. */
function shrinking({ stats, queueNum }: QueueLife): Violation[] {
  const violations: Violation[] = [];
  let last: { call: CallRecord; stat: StatRecord } | undefined;
  for (const one of [...stats].sort((a, b) => a.call.ended - b.call.ended)) {
    if (last !== undefined && last.call.ended < one.call.invoked)
      for (const name of GROWING)
        if (one.stat[name] < last.stat[name]) {
          const says = `queue ${queueNum}: ${name} fell from ${last.stat[name]} to ${one.stat[name]}`;
          violations.push(violation("conservation", says, [last.call.ended, one.call.ended]));
        }
    last = one;
  }
  return violations;
}

/** At rest the counts are those of the list. */
function stored(context: CheckContext, { stats, queueNum }: QueueLife): Violation[] {
  const { census } = context.history;
  const last = stats.find(({ call }) => call.invoked > context.mark("census"));
  if (census === undefined || last === undefined) return [];
  const counted = { ready: 0, delayed: 0, taken: 0, blocked: 0, dead: 0 };
  for (const { queueNum: num, state } of census.values()) if (num === queueNum) counted[state]++;
  const violations: Violation[] = [];
  for (const state of Object.keys(counted) as (keyof typeof counted)[]) {
    const said = last.stat[`${state}Tasks`];
    if (said === counted[state]) continue;
    const says = `queue ${queueNum}: ${said} ${state} tasks by the counts, ${counted[state]} in the list`;
    violations.push(violation("conservation", says, [last.call.invoked, last.call.ended]));
  }
  return violations;
}
