import type { Task } from "@queue/runtime";
import { createMemoryStorage } from "../../src/index.js";
import { OrderedSet } from "../../src/ordered-set.js";
import type { TaskRow } from "../../src/task-row.js";
import { TaskTable } from "../../src/task-table.js";
import { inFront, type Mutant, within } from "./mutant.js";

/** Whether a member of one of the sets is a task that becomes ready. */
const isReady = (item: object): item is TaskRow => "state" in item && item.state === "ready";

/** A mistake in the place a ready task gets among the others. */
function misplaced(
  words: Pick<Mutant, "name" | "breaks" | "promise">,
  place: (row: TaskRow) => void,
): Mutant {
  return within(words, OrderedSet<object>, "add", (original) => {
    return function (this: OrderedSet<object>, item) {
      if (isReady(item)) place(item);
      original.call(this, item);
    };
  });
}

export const takeMutants: readonly Mutant[] = [
  inFront(
    {
      name: "gives two consumers who ask together one batch",
      breaks: "getTask hides a task from every other caller",
      promise: "100 tasks and 10 concurrent consumers: each task is taken exactly once",
    },
    (storage) => {
      let underWay: Promise<readonly Task[]> | undefined;
      return {
        async getTask(...args) {
          underWay ??= storage.getTask(...args);
          try {
            return await underWay;
          } finally {
            underWay = undefined;
          }
        },
      };
    },
  ),
  inFront(
    {
      name: "gives one task more than was asked for",
      breaks: "getTask takes up to `count` tasks",
      promise: "getTask gives at most `count` tasks",
    },
    (storage) => ({
      async getTask(queueNum, count, options) {
        const tasks = await storage.getTask(queueNum, count, options);
        const more = count > 1 && tasks.length === count;
        return more ? [...tasks, ...(await storage.getTask(queueNum, 1, options))] : tasks;
      },
    }),
  ),
  misplaced(
    {
      name: "ignores the priority",
      breaks: "order in a queue: priority, then start time, then id",
      promise: "a lower priority number goes first, whatever the start and the id",
    },
    (row) => {
      row.s1 = 0;
    },
  ),
  misplaced(
    {
      name: "takes the last put first",
      breaks: "order in a queue: priority, then start time, then id",
      promise: "tasks of equal priority and start are taken in the order they were put",
    },
    (row) => {
      row.s2 = row.startTime + 1 / row.id;
    },
  ),
  misplaced(
    {
      name: "orders by id instead of by start",
      breaks: "order in a queue: priority, then start time, then id",
      promise: "at equal priority the earlier start goes first, whatever the id",
    },
    (row) => {
      row.s2 = 0;
    },
  ),
  within(
    {
      name: "does not count a take after a release",
      breaks: "lease counts takes: +1 every time the task is taken",
      promise: "the lease grows by 1 every time the task is taken, however it came back",
    },
    TaskTable,
    "release",
    (original) =>
      function (this: TaskTable, row, now) {
        original.call(this, row, now);
        row.lease--;
      },
  ),
  within(
    {
      name: "makes a queue appear when it is asked for tasks",
      breaks: "a queue appears with its first put or pause",
      promise: "getTask of a queue nobody has put into is [], and does not make the queue appear",
    },
    TaskTable,
    "take",
    (original) =>
      function (this: TaskTable, num, ...rest) {
        this.queue(num);
        return original.call(this, num, ...rest);
      },
  ),
  within(
    {
      name: "gives out tasks of a paused queue",
      breaks: "a paused queue gives out nothing",
      promise: "a paused queue gives out nothing, and everything again when resumed",
    },
    TaskTable,
    "take",
    (original) =>
      function (this: TaskTable, num, ...rest) {
        const queue = this.queues.get(num);
        const paused = queue?.paused ?? false;
        if (queue !== undefined) queue.paused = false;
        const tasks = original.call(this, num, ...rest);
        if (queue !== undefined) queue.paused = paused;
        return tasks;
      },
  ),
  {
    name: "hides tasks for 30 s",
    breaks: "default visibility timeout 60 s",
    promise: "it is 60 s unless the get says otherwise",
    make: (clock) => createMemoryStorage({ clock, visibilityTimeoutMs: 30_000 }),
  },
];
