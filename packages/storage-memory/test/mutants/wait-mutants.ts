import { createMemoryStorage } from "../../src/index.js";
import { QueueRows } from "../../src/queue-rows.js";
import { TaskTable } from "../../src/task-table.js";
import { Waiters } from "../../src/waiters.js";
import { inFront, type Mutant, within } from "./mutant.js";

export const waitMutants: readonly Mutant[] = [
  within(
    {
      name: "wakes nobody for a freed key",
      breaks: "a ready task that wakes nobody is a bug",
      promise: "waitTask is woken by a freed key",
    },
    TaskTable,
    "done",
    (original) =>
      function (this: TaskTable, row, now) {
        const { readied } = row.queue;
        original.call(this, row, now);
        row.queue.readied = readied;
      },
  ),
  within(
    {
      name: "wakes nobody for what comes due",
      breaks: "a ready task that wakes nobody is a bug",
      promise: "waitTask is woken by a task that comes due",
    },
    QueueRows,
    "nextDue",
    () => () => Number.POSITIVE_INFINITY,
  ),
  within(
    {
      name: "sleeps through the end of a lease",
      breaks: "a ready task that wakes nobody is a bug",
      promise: "waitTask is woken by a lease that ends",
    },
    QueueRows,
    "nextDue",
    () =>
      function (this: QueueRows) {
        return this.delayed.first()?.s1 ?? Number.POSITIVE_INFINITY;
      },
  ),
  inFront(
    {
      name: "wakes nobody at a resume",
      breaks: "a ready task that wakes nobody is a bug",
      promise: "waitTask is woken by resume",
    },
    (storage) => {
      const paused = new Set<number>();
      return {
        async pauseQueue(queueNum, pause, options) {
          await storage.pauseQueue(queueNum, true, options);
          if (pause) paused.add(queueNum);
          else paused.delete(queueNum);
        },
        async getTask(queueNum, ...rest) {
          if (!paused.has(queueNum)) await storage.pauseQueue(queueNum, false).catch(() => {});
          return storage.getTask(queueNum, ...rest);
        },
      };
    },
  ),
  within(
    {
      name: "wakes all waiters for one task",
      breaks: "a put of n tasks wakes about n waiters, not all",
      promise: "a put of one task does not wake all waiters at once, whatever was put before",
    },
    Waiters,
    "wake",
    (original) =>
      function (this: Waiters, queue, _count) {
        original.call(this, queue, Number.POSITIVE_INFINITY);
      },
  ),
  {
    name: "wakes one waiter and leaves it at that",
    breaks: "if the task is still ready 100 ms later the next one is woken",
    promise: "a task that stays ready wakes one waiter after another, each 100 ms at most",
    make: (clock) =>
      createMemoryStorage({
        clock: {
          now: clock.now,
          setTimer: (ms, fn) => (ms === 100 ? () => {} : clock.setTimer(ms, fn)),
        },
      }),
  },
  within(
    {
      name: "names a paused queue to a waiter",
      breaks: "a paused queue: waitTask ignores it",
      promise: "a paused queue is ignored, and does not hide the others",
    },
    TaskTable,
    "readyAmong",
    (original) =>
      function (this: TaskTable, nums, now) {
        const ready = original.call(this, nums, now);
        return nums.filter(
          (num) => ready.includes(num) || (this.queues.get(num)?.ready.size ?? 0) > 0,
        );
      },
  ),
  inFront(
    {
      name: "takes a task to see whether there is one",
      breaks: "waitTask takes nothing",
      promise:
        "waitTask names at once those of the queues that have a ready task, and takes nothing",
    },
    (storage) => ({
      async waitTask(queueNums, options) {
        const ready = await storage.waitTask(queueNums, options);
        for (const num of ready) await storage.releaseTask(await storage.getTask(num, 1));
        return ready;
      },
    }),
  ),
  inFront(
    {
      name: "names one queue only",
      breaks: "waitTask resolves with those of the asked queues that have a ready task",
      promise: "who is woken is told all of his queues that have a ready task",
    },
    (storage) => ({
      waitTask: async (...args) => (await storage.waitTask(...args)).slice(0, 1),
    }),
  ),
  inFront(
    {
      name: "answers before the timeout",
      breaks: "waitTask resolves with [] at the timeout",
      promise: "without a ready task it waits, and answers [] at the timeout",
    },
    (storage) => ({
      waitTask: (queueNums, options) =>
        storage.waitTask(
          queueNums,
          options?.timeoutMs === 1_000 ? { ...options, timeoutMs: 900 } : options,
        ),
    }),
  ),
];
