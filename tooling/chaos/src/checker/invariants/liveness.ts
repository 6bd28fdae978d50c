import type { CheckContext } from "../check-context.js";
import type { Sighting, TaskLife, Work } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** How long after its deadline a task may still look taken: a sweep. */
const SWEEP_MS = 1_000;

/** 9. After healing everything drains; no lease outlives its end; a worker stops, and says how. */
export function liveness(context: CheckContext): Violation[] {
  const violations = [...undrained(context), ...unstopped(context), ...untrue(context)];
  for (const life of context.history.tasks.values())
    for (const sighting of life.sightings) violations.push(...stuck(context, life, sighting));
  return violations;
}

/** Dead letters wait for people; everything that is due has been handled. */
function undrained(context: CheckContext): Violation[] {
  const { census, events } = context.history;
  const drained = context.mark("drained");
  if (census === undefined || drained === Number.POSITIVE_INFINITY) return [];
  const drainedAt = events[drained]?.at ?? 0;
  const violations: Violation[] = [];
  for (const { taskId, state, startTime } of census.values()) {
    if (state === "dead") continue;
    if (state === "delayed" && context.moment(startTime) > drainedAt) continue;
    const last = context.history.tasks.get(taskId);
    const says = `task ${taskId} is still ${state} when everything should have drained`;
    const at = [last?.puts[0]?.call.ended ?? -1, last?.deliveries.at(-1)?.call.ended ?? -1];
    violations.push(violation("liveness", says, [...at, drained]));
  }
  return violations;
}

function stuck(context: CheckContext, life: TaskLife, { call, seen }: Sighting): Violation[] {
  if (seen.deadline === null) return [];
  const deadlineAt = context.moment(seen.deadline);
  const { toleranceMs } = context.options;
  const overMs = call.invokedAt - deadlineAt;
  if (overMs > SWEEP_MS + toleranceMs) {
    const says = `task ${life.id} was still taken ${overMs} ms after its lease had ended`;
    return [violation("liveness", says, [call.invoked, call.ended])];
  }
  const holding = context
    .holdingsOf(life)
    .find(({ delivery }) => delivery.task.lease === seen.lease);
  if (holding === undefined || deadlineAt <= holding.deadlineTo) return [];
  const says = `the lease ${seen.lease} of task ${life.id} lasts ${deadlineAt - holding.deadlineTo} ms longer than anybody asked for`;
  return [
    violation("liveness", says, [
      holding.delivery.call.invoked,
      holding.delivery.call.ended,
      call.ended,
    ]),
  ];
}

function unstopped({ history, options }: CheckContext): Violation[] {
  const endAt = history.events.at(-1)?.at ?? 0;
  const violations: Violation[] = [];
  for (const { actor, asked, withinMs, downAt } of history.stoppings) {
    const askedAt = history.events[asked]?.at ?? 0;
    const tookMs = Math.min(downAt, endAt) - askedAt;
    if (tookMs <= withinMs + options.toleranceMs) continue;
    const says = `${actor} was asked to stop within ${withinMs} ms and took ${downAt === Infinity ? "for ever" : `${tookMs} ms`}`;
    violations.push(violation("liveness", says, [asked]));
  }
  return violations;
}

/** Of a worker that stopped: what runs is named, what is named released was. */
function untrue({ history }: CheckContext): Violation[] {
  const violations: Violation[] = [];
  const running = new Map<string, Work[]>();
  for (const { works } of history.tasks.values())
    for (const work of works) {
      const list = running.get(work.actor);
      if (list === undefined) running.set(work.actor, [work]);
      else list.push(work);
    }
  for (const { position, event } of history.stopped) {
    const { actor, drained, released, stillRunning } = event;
    const open = (running.get(actor) ?? []).filter(
      ({ began, ended }) => began < position && ended > position,
    );
    const unnamed = open.find(({ taskId }) => drained || !stillRunning.includes(taskId));
    if (unnamed !== undefined) {
      const says = `${actor} says it has stopped${drained ? " and drained" : ""}, but it still works on task ${unnamed.taskId}`;
      violations.push(violation("liveness", says, [unnamed.began, position]));
    }
    const unreleased = released.find((id) => !isReleased(history.tasks.get(id), actor, position));
    if (unreleased !== undefined) {
      const says = `${actor} says that it has released task ${unreleased}, and has not`;
      violations.push(violation("liveness", says, [position]));
    }
  }
  return violations;
}

function isReleased(life: TaskLife | undefined, actor: string, before: number): boolean {
  return (life?.settles ?? []).some(
    ({ kind, effect, call }) =>
      kind === "release" && effect !== "lost" && call.actor === actor && call.invoked < before,
  );
}
