import { QueueError } from "../errors.js";
import type { BatchHandler, HandledTask } from "../handler.js";
import { kindOf } from "./refusal.js";

/** The function of a handler that is an object with the method of its queue, or a function itself. */
export function batchHandler<T extends HandledTask, Method extends string>(
  handler: BatchHandler<T> | { readonly [Name in Method]: BatchHandler<T> },
  method: Method,
): BatchHandler<T> {
  if (typeof handler === "function") return handler;
  if (typeof handler !== "object" || typeof handler?.[method] !== "function")
    throw new QueueError(
      "INVALID_ARGUMENT",
      `a handler must be a function or have the method ${method}; this is ${kindOf(handler)}`,
      { details: { argument: "handler" } },
    );
  return (ctx, storage, tasks) => handler[method](ctx, storage, tasks);
}
