import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import type { PutMiddleware } from "../middleware.js";
import { messaging, type TraceOptions, tracerOf, within } from "./tracer.js";

/** A span for every put; its context travels with the tasks in their headers. */
export function tracePuts(options: TraceOptions = {}): PutMiddleware {
  return (requests, next) => {
    const queues = [...new Set(requests.map((request) => request.queueNum))].join(",");
    const span = tracerOf(options).startSpan(`send ${queues}`, {
      kind: SpanKind.PRODUCER,
      attributes: messaging("send", queues, requests.length),
    });
    const sending = trace.setSpan(context.active(), span);
    const carrier: Record<string, string> = {};
    propagation.inject(sending, carrier);
    const stamped = requests.map((request) => ({
      ...request,
      headers: { ...request.headers, ...carrier },
    }));
    return context.with(sending, () => within(span, () => next(stamped)));
  };
}
