import type { Activation } from "../activation.js";
import { isMeddledWith } from "../changes.js";
import type { CheckContext } from "../check-context.js";
import { earliestStart } from "../endings.js";
import type { Holding } from "../holding.js";
import { idleSpans, longPolls, type SpanIndex } from "../idle.js";
import type { TaskLife } from "../indexed-history.js";
import { type Violation, violation } from "../violation.js";

/** 6. Nothing before its start, and nothing much later while somebody waits for work. */
export function punctuality(context: CheckContext): Violation[] {
  const violations: Violation[] = [];
  for (const life of context.history.tasks.values()) {
    let last: Holding | undefined;
    for (const next of context.holdingsOf(life)) {
      violations.push(...early(context, life, last, next));
      last = next;
    }
  }
  return [...violations, ...late(context)];
}

function early(
  context: CheckContext,
  life: TaskLife,
  last: Holding | undefined,
  next: Holding,
): Violation[] {
  const { call, task } = next.delivery;
  const { toleranceMs } = context.options;
  const name = `task ${task.taskId} (lease ${task.lease})`;
  const startAt = context.moment(task.startTime);
  if (startAt > call.endedAt + toleranceMs) {
    const says = `${name} was delivered ${startAt - call.endedAt} ms before its start time`;
    return [violation("punctuality", says, [call.invoked, call.ended])];
  }
  const due = earliestDue(context, life, last, next);
  if (due === undefined || startAt >= due.at - toleranceMs) return [];
  const says = `${name} was delivered with a start time ${due.at - startAt} ms before the one it was given`;
  return [violation("punctuality", says, [...due.positions, call.invoked, call.ended])];
}

/** When this activation could begin at the earliest, by what was asked for; `undefined`: unknown. */
function earliestDue(
  context: CheckContext,
  life: TaskLife,
  last: Holding | undefined,
  { delivery }: Holding,
): { readonly at: number; readonly positions: readonly number[] } | undefined {
  if (isMeddledWith(context, life)) return undefined;
  const [put] = life.puts;
  if (last === undefined) {
    if (delivery.task.lease !== 1 || put === undefined) return undefined;
    return { at: earliestStart(context, put), positions: [put.call.invoked, put.call.ended] };
  }
  if (delivery.task.lease !== last.delivery.task.lease + 1) return undefined;
  if (last.ends.length === 0)
    return { at: last.deadlineFrom, positions: [last.delivery.call.invoked] };
  const settled = last.ends.find(({ effect }) => effect === "settled");
  if (settled?.retry === undefined) return undefined;
  const { nextStartTime, delayMs = 0 } = settled.retry;
  const at =
    nextStartTime === undefined ? settled.call.invokedAt + delayMs : context.moment(nextStartTime);
  return { at, positions: [settled.call.invoked, settled.call.ended] };
}

/** In calm only: in trouble, lateness is nobody's fault. */
function late(context: CheckContext): Violation[] {
  const calm = context.mark("calm");
  if (calm === Number.POSITIVE_INFINITY) return [];
  const polls = longPolls(context);
  const idle = idleSpans(context);
  const violations: Violation[] = [];
  for (const life of context.history.tasks.values())
    for (const activation of context.activationsOf(life)) {
      if (activation.from < calm) continue;
      violations.push(...overslept(context, activation, polls, "had a long poll open"));
      violations.push(...overslept(context, activation, idle, "had nothing to do"));
    }
  return violations;
}

function overslept(
  { options }: CheckContext,
  { delivery, from, fromAt, until }: Activation,
  spans: SpanIndex,
  did: string,
): Violation[] {
  const { call, task } = delivery;
  const waitedMs = call.invokedAt - fromAt;
  if (waitedMs <= options.lateMs + options.toleranceMs) return [];
  const span = spans.covering(task.queueNum, fromAt, (slackMs) =>
    Math.min(call.invokedAt, fromAt + Math.max(options.lateMs, slackMs) + options.toleranceMs),
  );
  if (span === undefined || waitedMs <= span.slackMs + options.toleranceMs) return [];
  const says = `task ${task.taskId} (lease ${task.lease}) was ready for ${waitedMs} ms while ${span.actor} ${did}`;
  return [violation("punctuality", says, [from, ...span.positions, until])];
}
