import type { PutTaskRequest, TaskId } from "@queue/runtime";
import { describe, expect, it } from "vitest";
import { cancel } from "./admin.js";
import { TaskTable } from "./task-table.js";

const NUM = 1;
const NOW = 1_000_000;
const data = new Uint8Array(1);

function putMany(table: TaskTable, count: number, choice: object): TaskId[] {
  const request = { queueNum: NUM, data, ...choice } as PutTaskRequest;
  return Array.from({ length: count }, () => table.put(request, NOW));
}

// The promises of the conformance suite say nothing of memory: a task that is kept though it is gone breaks none.
describe("what is gone leaves nothing behind", () => {
  const waysToGo: Readonly<Record<string, (table: TaskTable, ids: readonly TaskId[]) => void>> = {
    done(table, ids) {
      for (const _ of ids)
        table.settle(table.take(NUM, 1, NOW, 1_000), NOW, (row) => table.done(row, NOW));
    },
    cancelled(table, ids) {
      cancel(table, ids, NOW);
    },
    expired(table) {
      table.stat(NOW + 60_000);
    },
  };

  it.each(Object.entries(waysToGo))("when it is %s", (_way, end) => {
    const table = new TaskTable();
    const ids = [
      ...putMany(table, 3, { ttlMs: 60_000 }),
      ...putMany(table, 3, { ttlMs: 60_000, key: "k" }),
    ];
    end(table, ids);
    const queue = table.queue(NUM);
    expect(ids.map((id) => table.rows.get(id))).toEqual(ids.map(() => undefined));
    expect([queue.keys.size, queue.expiring.size, queue.stat().totalTasks]).toEqual([0, 0, 0]);
  });
});

describe("one call moves a thousand of what is due, not a million", () => {
  const LATE = NOW + 60_000;

  it("of the delayed", () => {
    const table = new TaskTable();
    putMany(table, 2_500, { delayMs: 10 });
    const readyAfterCalls = [1, 2, 3].map(() => table.stat(LATE).get(NUM)?.readyTasks);
    expect(readyAfterCalls).toEqual([1_000, 2_000, 2_500]);
  });

  it("of the taken", () => {
    const table = new TaskTable();
    putMany(table, 2_500, {});
    table.take(NUM, 2_500, NOW, 10);
    const takenAfterCalls = [1, 2, 3].map(() => table.stat(LATE).get(NUM)?.takenTasks);
    expect(takenAfterCalls).toEqual([1_500, 500, 0]);
  });

  it("of the expired, and as many again that stand before what is asked for", () => {
    const table = new TaskTable();
    putMany(table, 5_000, { ttlMs: 10 });
    const [last] = putMany(table, 1, { priority: 1 });
    const given: TaskId[][] = [];
    for (let call = 0; call < 3; call++)
      given.push(table.take(NUM, 1, LATE, 1_000).map(({ taskId }) => taskId));
    expect(given).toEqual([[], [], [last]]);
  });
});
