import type { QueueBinding } from "../handler.js";
import type { Plan } from "../manager-link.js";
import type { QueueNum } from "../storage.js";
import { furthestBehind, urgencyOf } from "./lag.js";
import { QueueAges } from "./queue-ages.js";
import { roundRobin } from "./round-robin.js";
import type { Scheduler } from "./scheduler.js";

export interface AssignedOptions {
  /** Until the first plan: go round robin (default), or take nothing. */
  readonly start?: "autonomous" | "idle";
}

export interface AssignedScheduler extends Scheduler {
  /** The plan that is followed. */
  readonly plan: Plan | undefined;
  /** Processors that are busy, by queue. */
  readonly atWork: ReadonlyMap<QueueNum, number>;
  /** Follows a plan from the next batch on. One with a lower `(term, seq)` is refused. */
  follow(plan: Plan): "followed" | "known" | "older";
}

/** From this part of the target delay on, times the weight, a queue goes before those that are well. */
const AT_RISK = 0.5;
/** Who has waited for less than that is not forgotten. */
const FORGOTTEN_MS = 1_000;
/** Where hardly anybody has a home, this part of the turns at most is for the forgotten. */
const MOST_ROUNDS = 0.25;

/**
 * As a Manager's plan says. Processors are alike, so a home is a number of them, and it is there for the
 * day it is needed: a queue that has waited for half its target delay, with fewer processors at work than
 * it has homes, goes first. While none is at risk a free processor goes to the queue furthest behind.
 *
 * The floating processors are a share of the turns: those go, in rounds, to queues that wait with nobody at
 * work, however little they weigh, so that none is forgotten.
 *
 * Where changing the queue costs time, a processor stays while its queue is short of processors, and helps
 * only those who have waited for longer than two changes take.
 */
export function assigned({ start = "autonomous" }: AssignedOptions = {}): AssignedScheduler {
  const ages = new QueueAges();
  const atWork = new Map<QueueNum, number>();
  const autonomous = roundRobin();
  const rounds = roundRobin();
  let plan: Plan | undefined;
  /** The share of turns that go round, and what of a turn has added up. */
  let roundShare = 0;
  let roundsOwed = 0;

  const workersAt = (queueNum: QueueNum) => atWork.get(queueNum) ?? 0;
  const lagOf = (queue: QueueBinding, now: number) =>
    (plan?.urgency?.get(queue.queueNum) ?? urgencyOf(queue)) * ages.of(queue.queueNum, now);
  const furthest = furthestBehind(lagOf);

  /** A queue that this turn is for because nobody else comes. */
  function forgotten(plan: Plan, open: readonly QueueBinding[], now: number) {
    roundsOwed = Math.min(1, roundsOwed + roundShare);
    if (roundsOwed < 1) return undefined;
    const found = rounds.next(
      open.filter(
        ({ queueNum }) =>
          workersAt(queueNum) === 0 &&
          (plan.rounds?.has(queueNum) ?? true) &&
          ages.of(queueNum, now) >= FORGOTTEN_MS,
      ),
      now,
    );
    if (found !== undefined) roundsOwed = 0;
    return found;
  }

  function byPlan(
    plan: Plan,
    candidates: readonly QueueBinding[],
    now: number,
    last: QueueNum | undefined,
  ): QueueBinding | undefined {
    const { homes, caps, switchMs = 0 } = plan;
    const open = candidates.filter(
      ({ queueNum }) => workersAt(queueNum) < (caps?.get(queueNum) ?? Number.POSITIVE_INFINITY),
    );
    const found = forgotten(plan, open, now);
    if (found !== undefined) return found;
    const short = open.filter(({ queueNum }) => workersAt(queueNum) < (homes.get(queueNum) ?? 0));
    const same = switchMs > 0 && short.find(({ queueNum }) => queueNum === last);
    if (same) return same;
    const atRisk = short.filter((queue) => lagOf(queue, now) >= AT_RISK);
    if (atRisk.length > 0) return furthest(atRisk, now);
    if (!plan.stealing) return furthest(short, now);
    if (switchMs === 0) return furthest(open, now);
    const worth = open.filter(
      ({ queueNum }) => queueNum === last || ages.of(queueNum, now) > 2 * switchMs,
    );
    return furthest(worth, now);
  }

  return {
    get plan() {
      return plan;
    },
    atWork,
    follow(next) {
      if (plan !== undefined) {
        const newer = next.term - plan.term || next.seq - plan.seq;
        if (newer <= 0) return newer === 0 ? "known" : "older";
      }
      plan = next;
      const { floating } = next;
      const processors = [...next.homes.values()].reduce((sum, count) => sum + count, floating);
      roundShare = Math.min(MOST_ROUNDS, floating / Math.max(1, processors));
      return "followed";
    },
    next(candidates, now, last) {
      const queue =
        plan !== undefined
          ? byPlan(plan, candidates, now, last)
          : start === "autonomous"
            ? autonomous.next(candidates, now)
            : undefined;
      if (queue !== undefined) atWork.set(queue.queueNum, workersAt(queue.queueNum) + 1);
      return queue;
    },
    left(queueNum) {
      const workers = workersAt(queueNum) - 1;
      if (workers > 0) atWork.set(queueNum, workers);
      else atWork.delete(queueNum);
    },
    took: (queueNum, tasks) => ages.took(queueNum, tasks),
    observe: (stats, now) => ages.observe(stats, now),
  };
}
