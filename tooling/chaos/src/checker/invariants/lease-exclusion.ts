import type { CheckContext } from "../check-context.js";
import { keyOf } from "../endings.js";
import type { Holding } from "../holding.js";
import type { CallRecord, TaskLife, Work } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** 3. Holdings of one task, or of one key, never overlap, and neither does the work on them. */
export function leaseExclusion(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  const actorDown = new Map(context.history.lives.map(({ actor, down }) => [actor, down]));
  for (const group of exclusive(context)) {
    const holdings = group.flatMap((life) => context.holdingsOf(life));
    violations.push(...overlaps(holdings));
    if (group.some(({ works }) => works.length > 0))
      violations.push(...workOverlaps(context, holdings, group, actorDown));
  }
  return [...violations, ...handedOverLate(context)];
}

/** A batch is handed over while it is held. Which of its tasks comes when is its handler's affair. */
function handedOverLate(context: CheckContext): Violation[] {
  const first = new Map<CallRecord, { readonly work: Work; readonly holding: Holding }>();
  for (const life of context.history.tasks.values()) {
    if (life.works.length === 0) continue;
    const held = new Map(context.holdingsOf(life).map((one) => [one.delivery.task.lease, one]));
    for (const work of life.works) {
      const holding = held.get(work.lease);
      if (holding === undefined) continue;
      const { call } = holding.delivery;
      const known = first.get(call);
      if (known === undefined || work.began < known.work.began) first.set(call, { work, holding });
    }
  }
  return [...first.values()]
    .filter(({ work, holding }) => isLate(work, holding) || isSuperseded(work, holding))
    .map(({ work, holding: { delivery } }) => {
      const says = `${work.actor} handed over task ${work.taskId} (lease ${work.lease}) when its lease was over`;
      const { invoked, ended } = delivery.call;
      return violation("lease exclusion", says, [invoked, ended, work.began]);
    });
}

/** Tasks of one key exclude each other; one without a key only itself. */
function exclusive({ history }: CheckContext): Iterable<TaskLife[]> {
  const groups = new Map<string, TaskLife[]>();
  for (const life of history.tasks.values()) {
    const key = keyOf(life);
    const name = key === null ? `${life.id}` : `${life.queueNum} ${key}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [life]);
    else group.push(life);
  }
  return groups.values();
}

function overlaps(holdings: readonly Holding[]): Violation[] {
  const violations: Violation[] = [];
  const byStart = [...holdings].sort((a, b) => a.from - b.from);
  let last: Holding | undefined;
  for (const next of byStart) {
    if (next.from >= next.until) continue; // its answer came when it may have been over
    if (last !== undefined && next.from < last.until)
      violations.push(
        violation(
          "lease exclusion",
          `${nameOf(next)} was given out while ${nameOf(last)} was held`,
          [
            last.delivery.call.invoked,
            last.delivery.call.ended,
            ...last.touches.flatMap(({ call }) => [call.invoked, call.ended]).slice(-2),
            next.delivery.call.invoked,
            next.delivery.call.ended,
          ],
        ),
      );
    if (last === undefined || next.until > last.until) last = next;
  }
  return violations;
}

const nameOf = ({ delivery: { task } }: Holding) =>
  `task ${task.taskId} (lease ${task.lease}${task.key === null ? "" : `, key ${task.key}`})`;

function workOverlaps(
  context: CheckContext,
  holdings: readonly Holding[],
  group: readonly TaskLife[],
  actorDown: ReadonlyMap<string, number>,
): Violation[] {
  const violations: Violation[] = [];
  const held = new Map(holdings.map((one) => [leaseName(one.delivery.task), one]));
  const works = group.flatMap((life) => life.works).sort((a, b) => a.began - b.began);
  let running: Work[] = [];
  for (const work of works) {
    const holding = held.get(leaseName(work));
    violations.push(...beginsWrongly(work, holding));
    running = running.filter(
      ({ ended, actor }) => Math.min(ended, actorDown.get(actor) ?? Infinity) > work.began,
    );
    for (const other of running)
      if (mustNotOverlap(context, other, work, held.get(leaseName(other)), holding))
        violations.push(
          violation(
            "lease exclusion",
            `work on task ${work.taskId} (lease ${work.lease}) began in ${work.actor} while ${other.actor} still worked on task ${other.taskId} (lease ${other.lease}), whose lease had not timed out`,
            [
              other.began,
              ...(held.get(leaseName(other))?.ends.flatMap(({ call }) => [call.invoked]) ?? []),
              work.began,
            ],
          ),
        );
    running.push(work);
  }
  return violations;
}

const leaseName = ({ taskId, lease }: { taskId: number; lease: number }) => `${taskId}/${lease}`;

/** Only a timeout excuses it; and in calm, where leases are renewed, none comes. */
function mustNotOverlap(
  context: CheckContext,
  first: Work,
  second: Work,
  holding: Holding | undefined,
  newer: Holding | undefined,
): boolean {
  if (holding === undefined || newer === undefined) return false; // already reported
  // A batch from before: its handler has come to this task when its lease was over.
  if (newer.delivery.call.invoked < holding.delivery.call.invoked) return false;
  if (second.beganAt < holding.deadlineFrom) return true;
  const { queueNum } = holding.delivery.task;
  const life = context.history.lives.find(({ actor }) => actor === first.actor);
  return first.began > context.mark("calm") && (life?.renews.includes(queueNum) ?? false);
}

/** Somebody else had been given the task by then. */
const isSuperseded = ({ began, lease }: Work, { life }: Holding) =>
  life.deliveries.some(({ task, call }) => task.lease > lease && call.ended < began);

/** Its lease had certainly timed out. */
const isLate = (work: Work, holding: Holding | undefined) =>
  holding !== undefined && work.beganAt >= holding.deadlineTo;

function beginsWrongly(work: Work, holding: Holding | undefined): Violation[] {
  const name = `task ${work.taskId} (lease ${work.lease})`;
  if (holding === undefined || holding.delivery.call.actor !== work.actor)
    return [
      violation("lease exclusion", `${work.actor} works on ${name}, which it was never given`, [
        work.began,
      ]),
    ];
  const settled = holding.ends.find(
    ({ effect, call }) => effect === "settled" && call.ended < work.began,
  );
  if (settled === undefined) return [];
  const says = `${work.actor} began work on ${name} after it had given it away (${settled.kind})`;
  const { invoked, ended } = settled.call;
  return [
    violation("lease exclusion", says, [holding.delivery.call.ended, invoked, ended, work.began]),
  ];
}
