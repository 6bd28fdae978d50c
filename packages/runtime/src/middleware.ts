import { refuse } from "./guard/arguments.js";
import type { HandledTask, HandlerContext, HandlerStats } from "./handler.js";
import type { PutTaskRequest, Storage, Task, TaskId } from "./storage.js";

/** One call of a handler: its tasks as they were stored, and as they were decoded. */
export interface Batch {
  readonly ctx: HandlerContext;
  readonly stored: readonly Task[];
  readonly tasks: readonly HandledTask[];
}

/** Runs around a handler. The first one registered is the outermost. */
export type BatchMiddleware = (
  batch: Batch,
  next: () => Promise<HandlerStats>,
) => Promise<HandlerStats>;

/** Runs around a put, single or many. It may hand on other requests than it got, with headers say. */
export type PutMiddleware = (
  requests: readonly PutTaskRequest[],
  next: (requests: readonly PutTaskRequest[]) => Promise<readonly TaskId[]>,
) => Promise<readonly TaskId[]>;

export function wrapHandler(
  middleware: readonly BatchMiddleware[],
  batch: Batch,
  handle: () => Promise<HandlerStats>,
): Promise<HandlerStats> {
  if (middleware.length === 0) return handle();
  return middleware.reduceRight<() => Promise<HandlerStats>>(
    (next, wrap) => async () => wrap(batch, next),
    async () => handle(),
  )();
}

/** The same storage, whose puts go through the middleware first. */
export function withPutMiddleware<S extends Pick<Storage, "putTask" | "putTasks">>(
  storage: S,
  ...middleware: readonly PutMiddleware[]
): S {
  const wrap = (last: Parameters<PutMiddleware>[1]): Parameters<PutMiddleware>[1] =>
    middleware.reduceRight<Parameters<PutMiddleware>[1]>(
      (next, around) => async (requests) => around(requests, next),
      last,
    );
  const own: Pick<Storage, "putTask" | "putTasks"> = {
    async putTask(request, options) {
      // A single put stays one: storages coalesce single puts by themselves.
      const put = wrap(async (requests) => {
        const [one, ...more] = requests;
        if (one === undefined || more.length > 0)
          refuse("requests", `of a single put must be one, not ${requests.length}`);
        return [await storage.putTask(one, options)];
      });
      const [taskId] = await put([request]);
      return taskId as TaskId;
    },
    putTasks: (requests, options) => wrap((all) => storage.putTasks(all, options))(requests),
  };
  // A proxy, not a copy: a storage may be a class, whose methods need their own `this`.
  return new Proxy(storage, {
    get(target, name) {
      if (name === "putTask" || name === "putTasks") return own[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
