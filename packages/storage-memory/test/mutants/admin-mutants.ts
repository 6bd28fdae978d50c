import type { FullStorage, TaskPage } from "@queue/runtime";
import { OrderedSet } from "../../src/ordered-set.js";
import type { TaskRow } from "../../src/task-row.js";
import { inFront, type Mutant, shownTasks } from "./mutant.js";

/** Pages by number: whatever leaves or enters before the cursor moves the rest. */
function pagesByNumber(storage: FullStorage): Partial<FullStorage> {
  return {
    async listTasks(queueNum, state, options): Promise<TaskPage> {
      const { cursor, limit } = options ?? {};
      if (!Number.isSafeInteger(limit) || limit < 1 || (cursor !== undefined && !Number(cursor)))
        return storage.listTasks(queueNum, state, options);
      const from = Number(cursor ?? 0);
      const { tasks } = await storage.listTasks(queueNum, state, { limit: 10_000 });
      const to = from + limit;
      return { tasks: tasks.slice(from, to), cursor: to < tasks.length ? String(to) : null };
    },
  };
}

/** What the dead had tried is remembered when they leave their set, and given back. */
function installKeptAttempts(): () => void {
  const { add, delete: remove } = OrderedSet.prototype;
  const kept = new WeakMap<object, number>();
  OrderedSet.prototype.delete = function (item: TaskRow) {
    if (item.state === "dead") kept.set(item, item.attempts);
    return remove.call(this, item);
  };
  OrderedSet.prototype.add = function (item: TaskRow) {
    item.attempts = kept.get(item) ?? item.attempts;
    kept.delete(item);
    add.call(this, item);
  };
  return () => {
    OrderedSet.prototype.add = add;
    OrderedSet.prototype.delete = remove;
  };
}

const sameStorage = inFront({ name: "", breaks: "", promise: "" }, () => ({}));

export const adminMutants: readonly Mutant[] = [
  {
    ...sameStorage,
    name: "keeps the attempts of a kicked task",
    breaks: "dead --kickTask--> ready: attempts = 0, timeouts = 0",
    promise: "kick brings a dead task back, with attempts, start, former start and error anew",
    install: installKeptAttempts,
  },
  inFront(
    {
      name: "kicks the dead of any queue",
      breaks: "kickTask(queueNum, ids)",
      promise: "kick by ids skips unknown ones, those not dead and those of other queues",
    },
    (storage) => ({
      async kickTask(queueNum, which, options) {
        if (!Array.isArray(which)) return storage.kickTask(queueNum, which, options);
        const infos = await storage.peekTask(which);
        const own = infos.find((info) => info.state === "dead")?.queueNum ?? queueNum;
        return storage.kickTask(own, which, options);
      },
    }),
  ),
  inFront(
    {
      name: "skips a task between two pages",
      breaks: "listTasks: opaque cursors",
      promise: "tasks that stay in place are listed once while others are taken, put and removed",
    },
    pagesByNumber,
  ),
  inFront(
    {
      name: "cancels a taken task",
      breaks: "not taken --cancelTask--> gone",
      promise: "cancel removes tasks in any state but taken",
    },
    (storage) => ({
      async cancelTask(ids, options) {
        const { changed, skipped } = await storage.cancelTask(ids, options);
        const taken = await storage.peekTask(skipped);
        const { settled } = await storage.doneTask(taken.filter(({ lease }) => lease > 0));
        return {
          changed: changed + settled,
          skipped: skipped.filter((id) => !taken.some((task) => task.taskId === id)),
        };
      },
    }),
  ),
  inFront(
    {
      name: "runs a blocked task now",
      breaks: "runNow: only delayed ones",
      promise: "runNow makes delayed tasks ready now and skips all others",
    },
    (storage) => ({
      async runNow(ids, options) {
        const { changed, skipped } = await storage.runNow(ids, options);
        const [first] = await storage.peekTask(skipped.slice(0, 1));
        return first === undefined
          ? { changed, skipped }
          : { changed: changed + 1, skipped: skipped.slice(1) };
      },
    }),
  ),
  inFront(
    {
      name: "counts as cleared what has expired",
      breaks: "every operation first applies what is due to the tasks it touches",
      promise: "clearQueue cancels what is there, and not what has expired",
    },
    (storage) => ({
      async clearQueue(queueNum, options) {
        const before = (await storage.getStat()).queueStats.get(queueNum)?.expiredTotal ?? 0;
        const cleared = await storage.clearQueue(queueNum, options);
        const after = (await storage.getStat()).queueStats.get(queueNum)?.expiredTotal ?? 0;
        return cleared + after - before;
      },
    }),
  ),
  inFront(
    {
      name: "clears the dead only when asked twice",
      breaks: "clearQueue cancels all but the taken",
      promise: "clearQueue cancels all but the taken ones and tells how many",
    },
    (storage) => ({
      async clearQueue(queueNum, options) {
        const dead = await storage.listTasks(queueNum, "dead", { limit: 10_000 });
        const cleared = await storage.clearQueue(queueNum, options);
        return cleared - dead.tasks.length;
      },
    }),
  ),
  inFront(
    {
      name: "shows no deadline",
      breaks: "TaskInfo has state, deadline, expiresAt and error",
      promise: "peek shows all there is to know of a task, and takes nothing",
    },
    (storage) => shownTasks(storage, (task) => ({ ...task, deadline: null })),
  ),
];
