import type { FullStorage } from "@queue/runtime";
import { insert } from "../../src/put.js";
import { TaskTable } from "../../src/task-table.js";
import { changedPuts, inFront, type Mutant, rowsOf, shownTasks, within } from "./mutant.js";

/** Puts one after another: what came before a bad one stays. */
function oneByOne(storage: FullStorage): Partial<FullStorage> {
  return {
    async putTasks(requests, options) {
      if (!Array.isArray(requests) || requests.length === 0 || requests.length > 10_000)
        return storage.putTasks(requests, options);
      const ids: number[] = [];
      for (const request of requests) ids.push(await storage.putTask(request, options));
      return ids;
    },
  };
}

export const putMutants: readonly Mutant[] = [
  inFront(
    {
      name: "drops a put now and then",
      breaks: "a put is kept: the storage never drops a task",
      promise: "a put never stops another: concurrent puts all arrive",
    },
    (storage) => {
      let puts = 0;
      return {
        async putTask(request, options) {
          const id = await storage.putTask(request, options);
          puts += 1;
          if (puts % 20 === 0) await storage.cancelTask([id]);
          return id;
        },
      };
    },
  ),
  inFront(
    {
      name: "cuts payloads at 64 KiB",
      breaks: "data: exactly the bytes that were put",
      promise: "a payload of exactly the limit comes back byte for byte",
    },
    (storage) =>
      shownTasks(storage, (task) => ({ ...task, data: task.data.subarray(0, 64 * 1024) })),
  ),
  inFront(
    {
      name: "keeps the caller's array instead of a copy",
      breaks: "data: exactly the bytes that were put",
      promise:
        "what was put is a copy: changing the array or the headers afterwards changes nothing",
    },
    (storage) => {
      const given = new Map<number, Uint8Array>();
      return {
        ...shownTasks(storage, (task) => ({ ...task, data: given.get(task.taskId) ?? task.data })),
        async putTask(request, options) {
          const id = await storage.putTask(request, options);
          given.set(id, request.data);
          return id;
        },
      };
    },
  ),
  within(
    {
      name: "numbers tasks from the highest that is left",
      breaks: "ids are never reused, also not after the queue empties",
      promise: "ids are never reused: not after done, cancel, expiry or when the queue is empty",
    },
    TaskTable,
    "put",
    (original) =>
      function (this: TaskTable, request, now) {
        if (request.onKey !== undefined || request.putId !== undefined)
          return original.call(this, request, now);
        const id = Math.max(0, ...rowsOf(this).map((row) => row.id)) + 1;
        return insert(this.queue(request.queueNum), id, request, now);
      },
  ),
  inFront(
    {
      name: "puts a list one by one",
      breaks: "putTasks is all or nothing within one shard",
      promise: "putTasks is all or nothing: one bad request and none is put",
    },
    oneByOne,
  ),
  inFront(
    {
      name: "rounds a delay down",
      breaks: "a task is never early",
      promise: "fractions of a millisecond round up: never early",
    },
    (storage) =>
      changedPuts(storage, (request) =>
        request.delayMs === undefined
          ? request
          : { ...request, delayMs: Math.floor(request.delayMs) },
      ),
  ),
  inFront(
    {
      name: "moves a start in the past to now",
      breaks: "a start in the past is kept as given",
      promise: "a start in the past is kept as given, and the task is ready at once",
    },
    (storage, clock) =>
      changedPuts(storage, (request) =>
        request.startTime instanceof Date && request.startTime.getTime() < clock.now()
          ? { ...request, startTime: new Date(clock.now()) }
          : request,
      ),
  ),
  within(
    {
      name: "forgets a putId with its task",
      breaks: "putId: a repeated put returns the first id, also after the task is done",
      promise: "a repeated put finds the first id also after the task is done",
    },
    TaskTable,
    "put",
    (original) =>
      function (this: TaskTable, request, now) {
        const id = original.call(this, request, now);
        if (this.rows.get(id) !== undefined) return id;
        const { putId: _, ...anew } = request;
        return original.call(this, anew, now);
      },
  ),
  inFront(
    {
      name: "remembers a putId for all queues",
      breaks: "putId: the same (queue, putId)",
      promise: "the same putId in another queue is another putId",
    },
    (storage) => {
      const known = new Map<string, number>();
      return {
        async putTask(request, options) {
          const { putId } = request;
          const id = known.get(putId ?? "") ?? (await storage.putTask(request, options));
          if (putId !== undefined && putId !== "") known.set(putId, id);
          return id;
        },
      };
    },
  ),
  within(
    {
      name: "looks at the key before the putId",
      breaks: "putId is checked before onKey",
      promise: "it is checked before onKey",
    },
    TaskTable,
    "put",
    (original) =>
      function (this: TaskTable, request, now) {
        const { putId, ...withoutId } = request;
        const { onKey } = request;
        return onKey !== undefined && onKey !== "add" && putId !== undefined
          ? original.call(this, withoutId, now)
          : original.call(this, request, now);
      },
  ),
];
