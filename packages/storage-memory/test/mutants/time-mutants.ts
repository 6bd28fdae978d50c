import type { RetryInfo } from "@queue/runtime";
import { sinceEpoch } from "../../src/epoch.js";
import { expiryOf, hasExpired, type TaskRow } from "../../src/task-row.js";
import { TaskTable } from "../../src/task-table.js";
import { discard, enter, leave } from "../../src/transitions.js";
import { changedPuts, inFront, type Mutant, shownTasks, within } from "./mutant.js";

export const timeMutants: readonly Mutant[] = [
  inFront(
    {
      name: "does not count a timeout as an attempt",
      breaks: "taken -> ready at the deadline: attempts+1, timeouts+1",
      promise: "attempts count retries and timeouts, timeouts only the latter",
    },
    (storage) =>
      shownTasks(storage, (task) => ({ ...task, attempts: task.attempts - task.timeouts })),
  ),
  within(
    {
      name: "starts a timed-out task when somebody looks",
      breaks: "after a timeout startTime is the old deadline",
      promise: "the new start is the deadline, however late the task is looked at by get",
    },
    TaskTable,
    "take",
    (original) =>
      function (this: TaskTable, num, count, now, visibilityTimeoutMs) {
        const taken = this.queues.get(num)?.taken;
        for (let row = taken?.first(); row !== undefined; row = taken?.first()) {
          if (row.s1 >= now) break;
          leave(row);
          row.s1 = now;
          enter(row, "taken");
        }
        return original.call(this, num, count, now, visibilityTimeoutMs);
      },
  ),
  within(
    {
      name: "does not touch",
      breaks: "touchTask: the deadline becomes now + that",
      promise: "touch sets the deadline to now plus the given time, further away",
    },
    TaskTable,
    "touch",
    () => () => {},
  ),
  within(
    {
      name: "only ever extends by a touch",
      breaks: "touchTask: the deadline becomes now + that",
      promise: "touch can also bring the deadline nearer",
    },
    TaskTable,
    "touch",
    (original) =>
      function (this: TaskTable, row, deadline) {
        original.call(this, row, Math.max(row.s1, deadline));
      },
  ),
  within(
    {
      name: "takes a task from its holder when the ttl is over",
      breaks: "a taken task is never removed by ttl",
      promise: "a taken task is never removed by its ttl, and done then counts as done only",
    },
    TaskTable,
    "held",
    (original) =>
      function (this: TaskTable, lease, now) {
        const row = original.call(this, lease, now);
        if (row === undefined || !hasExpired(row, now)) return row;
        leave(row);
        discard(row, now, now);
        return undefined;
      },
  ),
  within(
    {
      name: "does not extend the ttl at a retry",
      breaks: "a retry first extends expiresAt by max(0, nextStartTime - now)",
      promise: "a retry first extends the ttl by the pause",
    },
    TaskTable,
    "retry",
    (original) =>
      function (this: TaskTable, row, info, now) {
        const start = momentOf(info, row) ?? now + (info.delayMs ?? 0);
        if (row.expiresAt !== null) row.expiresAt -= Math.max(0, start - now);
        original.call(this, row, info, now);
      },
  ),
  within(
    {
      name: "shortens the ttl by a retry into the past",
      breaks: "a retry first extends expiresAt by max(0, nextStartTime - now)",
      promise: "a retry into the past does not shorten the ttl",
    },
    TaskTable,
    "retry",
    (original) =>
      function (this: TaskTable, row, info, now) {
        const past = Math.min(0, (momentOf(info, row) ?? now) - now);
        if (row.expiresAt !== null) row.expiresAt += past;
        original.call(this, row, info, now);
      },
  ),
  inFront(
    {
      name: "counts the ttl from the put",
      breaks: "expiresAt = first start time + ttl",
      promise: "the ttl of a delayed task counts from its start",
    },
    (storage) =>
      changedPuts(storage, (request) =>
        request.ttlMs !== undefined && request.delayMs !== undefined
          ? { ...request, ttlMs: Math.max(1, request.ttlMs - request.delayMs) }
          : request,
      ),
  ),
  within(
    {
      name: "renews the ttl at a release",
      breaks: "expiresAt is fixed at put",
      promise: "a release leaves the expiry alone",
    },
    TaskTable,
    "release",
    (original) =>
      function (this: TaskTable, row, now) {
        row.expiresAt = expiryOf(now, row.ttlMs);
        original.call(this, row, now);
      },
  ),
];

/** The moment a retry names, as the table counts time. */
function momentOf({ nextStartTime }: RetryInfo, { queue }: TaskRow): number | undefined {
  return nextStartTime && sinceEpoch(nextStartTime.getTime(), queue.epoch);
}
