import type { FullStorage } from "@queue/runtime";
import { TaskTable } from "../../src/task-table.js";
import { inFront, type Mutant, shownTasks, within } from "./mutant.js";

export const settleMutants: readonly Mutant[] = [
  within(
    {
      name: "accepts a late settle until the task has been moved",
      breaks: "a lease is over when now >= deadline, whether or not the task has been moved yet",
      promise: "a late done is lost from the deadline on and changes nothing",
    },
    TaskTable,
    "held",
    (original) =>
      function (this: TaskTable, lease, now) {
        const row = this.rows.get(lease.taskId);
        const holds = row?.state === "taken" && row.lease === lease.lease;
        return holds ? row : original.call(this, lease, now);
      },
  ),
  within(
    {
      name: "accepts a settle at the very deadline",
      breaks: "a lease is over when now >= deadline",
      promise: "a late retry is lost from the deadline on and changes nothing",
    },
    TaskTable,
    "held",
    (original) =>
      function (this: TaskTable, lease, now) {
        return original.call(this, lease, now - 1);
      },
  ),
  within(
    {
      name: "does not look at the number of the lease",
      breaks: "the pair of task and lease names one holding",
      promise: "done by an old lease is lost while another holds the task",
    },
    TaskTable,
    "held",
    (original) =>
      function (this: TaskTable, { taskId }, now) {
        const lease = this.rows.get(taskId)?.lease ?? 0;
        return original.call(this, { taskId, lease }, now);
      },
  ),
  inFront(
    {
      name: "calls every settle settled",
      breaks: "settles name the rest in lost",
      promise: "one bad lease never fails its neighbours; lost is in the order of the call",
    },
    (storage) => ({
      async doneTask(leases, options) {
        const { settled, lost } = await storage.doneTask(leases, options);
        return { settled: settled + lost.length, lost: [] };
      },
    }),
  ),
  within(
    {
      name: "settles nothing when one lease is lost",
      breaks: "one bad id never fails its neighbours",
      promise: "one bad lease never fails its neighbours; lost is in the order of the call",
    },
    TaskTable,
    "settle",
    (original) =>
      function (this: TaskTable, leases, now, change) {
        const bad = leases.some((lease) => this.held(lease, now) === undefined);
        if (!bad) return original.call(this, leases, now, change as never);
        return { settled: 0, lost: leases.map(({ taskId }) => taskId) };
      },
  ),
  within(
    {
      name: "counts a release as an attempt",
      breaks: "release: attempts unchanged, given back unused",
      promise: "release gives the task back at once, with attempts and times as they were",
    },
    TaskTable,
    "release",
    (original) =>
      function (this: TaskTable, row, now) {
        row.attempts++;
        original.call(this, row, now);
      },
  ),
  within(
    {
      name: "starts a released task now",
      breaks: "release leaves startTime and prevStartTime alone",
      promise: "a released task is back in its old place at once",
    },
    TaskTable,
    "release",
    (original) =>
      function (this: TaskTable, row, now) {
        row.startTime = now;
        original.call(this, row, now);
      },
  ),
  within(
    {
      name: "drops a task at its 20th retry",
      breaks: "retries are unlimited: the storage never drops a task",
      promise: "retries are unlimited: the storage never drops a task for them",
    },
    TaskTable,
    "retry",
    (original) =>
      function (this: TaskTable, row, info, now) {
        if (row.attempts >= 19) this.done(row, now);
        else original.call(this, row, info, now);
      },
  ),
  within(
    {
      name: "forgets the error of a retry",
      breaks: "RetryInfo has an error, TaskInfo shows it",
      promise: "the error of a retry is kept, until a retry brings another",
    },
    TaskTable,
    "retry",
    (original) =>
      function (this: TaskTable, row, info, now) {
        original.call(this, row, info, now);
        row.error = null;
      },
  ),
  inFront(
    {
      name: "forgets the former start after a timeout",
      breaks: "taken -> ready at the deadline: prevStartTime = startTime",
      promise: "a task comes back when it passes, with attempts, timeouts and its former start",
    },
    (storage): Partial<FullStorage> =>
      shownTasks(storage, (task) => (task.timeouts > 0 ? { ...task, prevStartTime: null } : task)),
  ),
  within(
    {
      name: "drops what is buried",
      breaks: "taken --buryTask--> dead",
      promise: "bury keeps the task with its error among the dead, and nobody is given it",
    },
    TaskTable,
    "bury",
    () =>
      function (this: TaskTable, row, _info, now) {
        row.queue.totals.buried++;
        this.done(row, now);
      },
  ),
];
