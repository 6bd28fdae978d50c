import type { QueueNum } from "@queue/runtime";
import { countWhile } from "../sorted/binary-search.js";
import type { CheckContext } from "./check-context.js";
import type { Life } from "./indexed-history.js";

/** A time in which somebody could have taken tasks of some queues. */
interface Span {
  readonly actor: string;
  readonly queueNums: readonly QueueNum[];
  readonly fromAt: number;
  readonly toAt: number;
  readonly positions: readonly number[];
  /** How long a task may wait for this one. */
  readonly slackMs: number;
}

/** Finds a span that covers a time, among those of a queue. */
export class SpanIndex {
  /** By beginning, each with the one of all before it that ends last. */
  readonly #byQueue = new Map<QueueNum, { readonly span: Span; readonly longest: Span }[]>();

  constructor(spans: readonly Span[]) {
    for (const span of [...spans].sort((a, b) => a.fromAt - b.fromAt))
      for (const queueNum of span.queueNums) {
        const list = this.#byQueue.get(queueNum) ?? [];
        this.#byQueue.set(queueNum, list);
        const before = list.at(-1)?.longest;
        list.push({ span, longest: before && before.toAt > span.toAt ? before : span });
      }
  }

  covering(queueNum: QueueNum, fromAt: number, toAt: (slackMs: number) => number) {
    const list = this.#byQueue.get(queueNum) ?? [];
    const begun = countWhile(list, ({ span }) => span.fromAt <= fromAt);
    const longest = list[begun - 1]?.longest;
    return longest !== undefined && longest.toAt >= toAt(longest.slackMs) ? longest : undefined;
  }
}

/** The calls that wait for a ready task: whoever makes one has a processor free. */
export function longPolls(context: CheckContext): SpanIndex {
  const { history, options } = context;
  const calm = context.mark("calm");
  const end = history.events.at(-1)?.at ?? 0;
  const down = new Map(history.lives.map((life) => [life.actor, downAt(history.events, life)]));
  const spans: Span[] = [];
  for (const { call, actor, invoked, invokedAt, returned, returnedAt } of history.calls) {
    // One from before the calm may hang since then: its answer was lost.
    if (call.method !== "waitTask" || call.timeoutMs === 0 || invoked < calm) continue;
    spans.push({
      actor,
      queueNums: call.queueNums,
      fromAt: invokedAt,
      toAt: Math.min(returnedAt, end, down.get(actor) ?? end),
      positions: [invoked, returned],
      slackMs: options.lateMs,
    });
  }
  return new SpanIndex(spans);
}

const downAt = (events: CheckContext["history"]["events"], { down }: Life) =>
  events[down]?.at ?? Number.POSITIVE_INFINITY;

/** The times in which a worker did nothing but wait. */
export function idleSpans({ history, options }: CheckContext): SpanIndex {
  const busy = new Map<string, Busy[]>();
  const note = (actor: string, one: Busy) => {
    const list = busy.get(actor);
    if (list === undefined) busy.set(actor, [one]);
    else list.push(one);
  };
  for (const call of history.calls)
    if (call.call.method !== "waitTask" && call.call.method !== "getStat")
      note(call.actor, { from: call.invoked, to: call.returned });
  for (const { works } of history.tasks.values())
    for (const { actor, began, ended } of works) note(actor, { from: began, to: ended });
  for (const { actor, asked } of history.stoppings)
    note(actor, { from: asked, to: Number.POSITIVE_INFINITY });
  return new SpanIndex(
    history.lives.flatMap((life) =>
      gaps(history.events, life, busy.get(life.actor) ?? [], options),
    ),
  );
}

interface Busy {
  readonly from: number;
  readonly to: number;
}

function gaps(
  events: CheckContext["history"]["events"],
  life: Life,
  busy: Busy[],
  { lateMs }: CheckContext["options"],
): Span[] {
  const spans: Span[] = [];
  const end = Math.min(life.down, events.length - 1);
  let free = life.up;
  const add = (to: number) => {
    const fromAt = events[free]?.at ?? 0;
    const toAt = events[Math.min(to, end)]?.at ?? 0;
    const { actor, queueNums, sweepMs } = life;
    const slackMs = sweepMs + lateMs;
    if (toAt - fromAt > slackMs)
      spans.push({ actor, queueNums, fromAt, toAt, positions: [free, to], slackMs });
  };
  for (const { from, to } of busy.sort((a, b) => a.from - b.from)) {
    if (from > free) add(from);
    free = Math.max(free, to);
    if (free >= end) return spans;
  }
  add(end);
  return spans;
}
