import { OrderedSet } from "../../src/ordered-set.js";
import { type TaskRow, toTasks } from "../../src/task-row.js";
import { TaskTable } from "../../src/task-table.js";
import { enter, enterWaiting, findLine, leave } from "../../src/transitions.js";
import { inFront, type Mutant, rowsOf, within } from "./mutant.js";

/** The put of a table, and a mistake in what `onKey` does to the task it finds. */
function onKeyMistake(
  words: Pick<Mutant, "name" | "breaks" | "promise">,
  onKey: "replace" | "wake",
  mistake: (row: TaskRow, before: TaskRow) => void,
): Mutant {
  return within(words, TaskTable, "put", (original) => {
    return function (this: TaskTable, request, now) {
      if (request.onKey !== onKey) return original.call(this, request, now);
      const before = new Map(rowsOf(this).map((row) => [row.id, { ...row }]));
      const id = original.call(this, request, now);
      const [row, old] = [this.rows.get(id), before.get(id)];
      if (row !== undefined && old !== undefined && row.state !== "taken") mistake(row, old);
      return id;
    };
  });
}

export const keyMutants: readonly Mutant[] = [
  within(
    {
      name: "fills a batch with the next of a key",
      breaks: "at most one task per key in a batch",
      promise: "a batch holds at most one task of a key",
    },
    TaskTable,
    "take",
    (original) =>
      function (this: TaskTable, num, count, now, visibilityTimeoutMs) {
        const tasks = original.call(this, num, count, now, visibilityTimeoutMs);
        const next = this.queues.get(num)?.blocked.first();
        const inBatch = tasks.some((task) => task.taskId === next?.line?.head?.id);
        if (next === undefined || !inBatch || tasks.length === count) return tasks;
        leave(next);
        next.lease++;
        next.s1 = now + visibilityTimeoutMs;
        enter(next, "taken");
        return [...tasks, ...toTasks([next])];
      },
  ),
  within(
    {
      name: "frees the key at a retry",
      breaks: "a retried head keeps the key (order is kept)",
      promise: "a retried head keeps the key, also when it is delayed",
    },
    TaskTable,
    "retry",
    (original) =>
      function (this: TaskTable, row, info, now) {
        original.call(this, row, info, now);
        const next = row.line?.waiting?.first();
        if (row.line === null || row.state !== "delayed" || next === undefined) return;
        leave(next);
        row.line.head = next;
        enterWaiting(next, now);
        leave(row);
        enter(row, "blocked");
      },
  ),
  inFront(
    {
      name: "takes a key for the same in every queue",
      breaks: "tasks of one (queue, key) never run at the same time",
      promise: "the same key in another queue is another key",
    },
    (storage) => {
      const held = new Set<string>();
      return {
        async getTask(...args) {
          const tasks = await storage.getTask(...args);
          const clashing = tasks.filter(({ key }) => key !== null && held.has(key));
          for (const { key } of tasks) if (key !== null) held.add(key);
          await storage.releaseTask(clashing);
          return tasks.filter((task) => !clashing.includes(task));
        },
      };
    },
  ),
  within(
    {
      name: "lets the most urgent of a key go next",
      breaks: "within a key strictly by id, whatever their priority",
      promise: "within a key tasks are taken strictly by id, whatever their priority and start",
    },
    OrderedSet<object>,
    "first",
    (original) =>
      function (this: OrderedSet<object>) {
        let best = original.call(this) as TaskRow | undefined;
        if (best?.state !== "blocked" || best.line?.waiting !== (this as unknown)) return best;
        this.scan(undefined, (item) => {
          const row = item as TaskRow;
          if (best === undefined || row.priority < best.priority) best = row;
          return true;
        });
        return best;
      },
  ),
  within(
    {
      name: "starts a freed task at its own start",
      breaks: "blocked -> ready: startTime = the later of its own start and the moment freed",
      promise: "a freed task starts at the moment it is freed, if its own start is earlier",
    },
    TaskTable,
    "done",
    (original) =>
      function (this: TaskTable, row, now) {
        const next = row.line?.waiting?.first();
        const startTime = next?.startTime ?? 0;
        original.call(this, row, now);
        if (next?.state !== "ready") return;
        leave(next);
        next.startTime = startTime;
        enter(next, "ready");
      },
  ),
  onKeyMistake(
    {
      name: "keeps the attempts of a replaced task",
      breaks: "replace also resets attempts, timeouts, prevStartTime and error",
      promise: "replace begins attempts, timeouts, former start and error anew",
    },
    "replace",
    (row, before) => {
      row.attempts = before.attempts;
    },
  ),
  onKeyMistake(
    {
      name: "keeps the priority of a replaced task",
      breaks: "replace: it takes the new data, priority, ttl, headers and start",
      promise: "replace without ttl and headers takes them away",
    },
    "replace",
    (row, before) => {
      leave(row);
      row.priority = before.priority;
      enter(row, before.state as "ready");
    },
  ),
  onKeyMistake(
    {
      name: "moves the expiry of a woken task with its start",
      breaks: "wake leaves expiresAt alone",
      promise: "wake moves the start of a delayed task to the earlier of both, and nothing else",
    },
    "wake",
    (row, before) => {
      const state = row.state as "ready";
      leave(row);
      if (row.expiresAt !== null) row.expiresAt += row.startTime - before.startTime;
      enter(row, state);
    },
  ),
  within(
    {
      name: "takes the running task for a waiting one",
      breaks: "if the key has only a taken task, keep and replace insert a blocked one",
      promise: "keep inserts a blocked task when the key has only a taken one",
    },
    TaskTable,
    "put",
    (original) =>
      function (this: TaskTable, request, now) {
        const { key, onKey } = request;
        const queue = this.queues.get(request.queueNum);
        const line =
          key !== undefined && queue !== undefined ? findLine(queue, key, now) : undefined;
        const running = line?.head;
        return onKey === "keep" && running?.state === "taken" && !line?.waiting?.size
          ? running.id
          : original.call(this, request, now);
      },
  ),
  within(
    {
      name: "counts a put that found its key",
      breaks: "hits do not count in putTotal",
      promise: "keep returns the id of a ready task and changes nothing",
    },
    TaskTable,
    "put",
    (original) =>
      function (this: TaskTable, request, now) {
        const queue = this.queue(request.queueNum);
        const before = queue.totals.put;
        const id = original.call(this, request, now);
        queue.totals.put = before + 1;
        return id;
      },
  ),
];
