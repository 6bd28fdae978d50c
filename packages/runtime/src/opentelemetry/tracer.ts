import { type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { textOf } from "../failure.js";

export interface TraceOptions {
  /** The global provider's by default. */
  readonly tracer?: Tracer;
}

export const tracerOf = ({ tracer }: TraceOptions): Tracer =>
  tracer ?? trace.getTracer("@queue/runtime");

/** Ends the span with its work, and says if that failed. */
export async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.recordException(error instanceof Error ? error : textOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR, message: textOf(error) });
    throw error;
  } finally {
    span.end();
  }
}

/** The attributes of OpenTelemetry's messaging conventions. */
export function messaging(operation: "send" | "process", destination: string, count: number) {
  return {
    "messaging.system": "queue",
    "messaging.operation.type": operation,
    "messaging.operation.name": operation,
    "messaging.destination.name": destination,
    "messaging.batch.message_count": count,
  };
}
