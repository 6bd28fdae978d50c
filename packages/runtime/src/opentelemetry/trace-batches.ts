import { context, type Link, propagation, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import type { BatchMiddleware } from "../middleware.js";
import type { Task } from "../storage.js";
import { messaging, type TraceOptions, tracerOf, within } from "./tracer.js";

/**
 * A span for every call of a handler, linked to the spans that put its tasks. Links, because a batch
 * has as many origins as tasks.
 */
export function traceBatches(options: TraceOptions = {}): BatchMiddleware {
  return ({ ctx, stored }, next) => {
    const { name } = ctx.queue;
    const span = tracerOf(options).startSpan(`process ${name}`, {
      kind: SpanKind.CONSUMER,
      attributes: messaging("process", name, stored.length),
      links: stored.flatMap(originOf),
    });
    return context.with(trace.setSpan(context.active(), span), () =>
      within(span, async () => {
        const stats = await next();
        span.setAttribute("queue.tasks.errors", stats?.errors ?? 0);
        return stats;
      }),
    );
  };
}

function originOf({ headers, taskId, attempts }: Task): Link[] {
  const origin = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, headers ?? {}));
  const attributes = { "messaging.message.id": String(taskId), "queue.task.attempts": attempts };
  return origin === undefined ? [] : [{ context: origin, attributes }];
}
