import { LIMITS, QueueError } from "@queue/runtime";
import { inFront, type Mutant } from "./mutant.js";

export const callsMutants: readonly Mutant[] = [
  inFront(
    {
      name: "answers [] to a wait that was aborted",
      breaks: "an aborted call rejects with the signal's reason",
      promise: "a waiting waitTask ends at once with the reason",
    },
    (storage) => ({
      waitTask: (queueNums, options) =>
        storage.waitTask(queueNums, options).catch((error) => {
          if (options?.signal?.aborted === true) return [];
          throw error;
        }),
    }),
  ),
  inFront(
    {
      name: "loses the tasks of a get that was aborted",
      breaks: "getTask aborted after the storage has taken tasks releases them",
      promise:
        "getTask aborted under way loses no task: given, or released with attempts as they were",
    },
    (storage) => ({
      async getTask(queueNum, count, options) {
        const tasks = await storage.getTask(queueNum, count, options);
        options?.signal?.throwIfAborted();
        return tasks;
      },
    }),
  ),
  inFront(
    {
      name: "puts in spite of an aborted signal",
      breaks: "every method takes an AbortSignal",
      promise: "a call with a signal already aborted rejects with its reason, and nothing happens",
    },
    (storage) => ({ putTask: (request) => storage.putTask(request) }),
  ),
  inFront(
    {
      name: "answers after it was closed",
      breaks: "close(): afterwards everything rejects with CLOSED",
      promise: "after close every call rejects with CLOSED, also one with nothing to do",
    },
    () => ({ close: async () => {} }),
  ),
  inFront(
    {
      name: "leaves waiters hanging when it closes",
      breaks: "close(): a waiting call ends at once",
      promise: "a waiting call ends at once with CLOSED",
    },
    (storage) => ({
      waitTask: (queueNums, options) =>
        storage.waitTask(queueNums, options).catch((error) => {
          const hangs = error instanceof QueueError && error.message.includes("meanwhile");
          return hangs ? new Promise<never>(() => {}) : Promise.reject(error);
        }),
    }),
  ),
  inFront(
    {
      name: "refuses to be closed twice",
      breaks: "close() is idempotent",
      promise: "close may be called twice, also at the same time",
    },
    (storage) => {
      let closed = false;
      return {
        async close() {
          if (closed) throw new QueueError("CLOSED", "already");
          closed = true;
          await storage.close();
        },
      };
    },
  ),
  inFront(
    {
      name: "throws before there is a promise",
      breaks: "invalid arguments throw INVALID_ARGUMENT before anything happens",
      promise: "queue numbers are integers from 1 to 65,535",
    },
    (storage) => ({
      getTask(queueNum, ...rest) {
        if (!(queueNum > 0 && queueNum <= LIMITS.queueNum))
          throw new QueueError("INVALID_ARGUMENT", "a queue number from 1 to 65535");
        return storage.getTask(queueNum, ...rest);
      },
    }),
  ),
  inFront(
    {
      name: "ignores an option it does not know",
      breaks: "invalid arguments throw INVALID_ARGUMENT",
      promise: "an unknown property of a put is INVALID_ARGUMENT, and nothing happens",
    },
    (storage) => ({
      putTask: (request, options) => storage.putTask(withoutUnknown(request), options),
    }),
  ),
];

const KNOWN = "queueNum data startTime delayMs priority ttlMs key onKey headers putId partition";

function withoutUnknown<T>(request: T): T {
  if (typeof request !== "object" || request === null) return request;
  const known = Object.entries(request).filter(([name]) => KNOWN.split(" ").includes(name));
  return Object.fromEntries(known) as T;
}
