import assert from "node:assert/strict";
import type { Task, TaskId } from "../../storage.js";
import { bytes, PARTITION, type Probe, type PutChoice, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";

const partition = PARTITION;
const leaseOf = ({ taskId, lease }: Task) => ({ taskId, lease });

/** Puts and takes one, on the shard of the commit. */
async function held(probe: Probe, choice: PutChoice = {}): Promise<Task> {
  const id = await probe.put({ partition, priority: 0, ...choice });
  const task = await probe.takeOne();
  assert.equal(task.taskId, id, "the world should have no other ready task");
  return task;
}

export function commitPromises({ group, it }: Suite): void {
  group("commit: effects", () => {
    it("all its parts happen together", async (probe) => {
      const { storage } = probe;
      const [done, retried, buried, released] = [
        await held(probe),
        await held(probe),
        await held(probe),
        await held(probe),
      ];
      const cancelled = await probe.put({ partition, delayMs: 10_000 });
      await storage.commit({ partition, set: [{ key: "old", value: bytes("1") }] });
      const result = await storage.commit({
        partition,
        expect: [
          { key: "old", version: 1 },
          { key: "new", version: 0 },
        ],
        done: [leaseOf(done)],
        retry: [{ ...leaseOf(retried), delayMs: 500, error: "later" }],
        release: [leaseOf(released)],
        bury: [{ ...leaseOf(buried), error: "broken" }],
        cancel: [cancelled],
        set: [{ key: "new", value: bytes("2") }],
        del: ["old"],
        put: [
          request({ partition, data: bytes("a"), delayMs: 1 }),
          request({ partition, delayMs: 2 }),
        ],
      });
      assert.ok(result.ok, JSON.stringify(result));
      const states: string[] = [];
      for (const id of [done.taskId, retried.taskId, buried.taskId, released.taskId, cancelled])
        states.push(await probe.stateOf(id));
      assert.deepEqual(states, ["gone", "delayed", "dead", "ready", "gone"]);
      const puts = await storage.peekTask(result.ids);
      const now = await probe.now();
      assert.deepEqual(
        puts.map((put) => put.startTime.getTime() - now),
        [1, 2],
      );
      const records = await storage.listRecords({ prefix: "", limit: 10, partition });
      assert.deepEqual(
        records.map(({ key, version, value }) => [key, version, Buffer.from(value).toString()]),
        [["new", 1, "2"]],
      );
      const stat = await probe.stat();
      assert.deepEqual(
        [
          stat.doneTotal,
          stat.retriedTotal,
          stat.buriedTotal,
          stat.releasedTotal,
          stat.cancelledTotal,
        ],
        [1, 1, 1, 1, 1],
      );
    });

    it("an empty commit succeeds and changes nothing", async (probe) => {
      const before = await probe.snapshot([]);
      assert.deepEqual(await probe.storage.commit({}), { ok: true, ids: [] });
      const empty = { expect: [], done: [], retry: [], release: [], bury: [], cancel: [] };
      const rest = { set: [], del: [], put: [] };
      assert.deepEqual(await probe.storage.commit({ ...empty, ...rest }), { ok: true, ids: [] });
      assert.deepEqual(await probe.snapshot([]), before);
    });

    it("guards that hold and nothing else succeed", async (probe) => {
      const result = await probe.storage.commit({
        partition,
        expect: [{ key: "none", version: 0 }],
      });
      assert.deepEqual(result, { ok: true, ids: [] });
    });

    it("a put sees the key that a done has freed", async (probe) => {
      const task = await held(probe, { key: "k" });
      const result = await probe.storage.commit({
        partition,
        done: [leaseOf(task)],
        put: [request({ partition, key: "k" })],
      });
      assert.ok(result.ok);
      assert.equal(await probe.stateOf(result.ids[0] as TaskId), "ready");
    });

    it("a put with onKey sees what the settles before it left waiting", async (probe) => {
      const task = await held(probe, { key: "k" });
      const result = await probe.storage.commit({
        partition,
        retry: [{ ...leaseOf(task), delayMs: 1_000 }],
        put: [request({ partition, key: "k", onKey: "wake" })],
      });
      assert.deepEqual(result, { ok: true, ids: [task.taskId] });
      assert.equal(await probe.stateOf(task.taskId), "ready");
    });

    it("a cancelled head frees its key for the next, at the time of the commit", async (probe) => {
      const head = await probe.put({ partition, key: "k", delayMs: 1_000 });
      const next = await probe.put({ partition, key: "k" });
      await probe.advance(20);
      assert.ok((await probe.storage.commit({ partition, cancel: [head] })).ok);
      const { state, startTime } = await probe.info(next);
      assert.deepEqual([state, startTime], ["ready", new Date(await probe.now())]);
    });

    it("it may cancel a dead or blocked task, and one whose lease is over", async (probe) => {
      const dead = await probe.put({ partition });
      await probe.storage.buryWaiting([dead], "broken");
      const over = await probe.put({ partition, key: "k" });
      await probe.takeOne(QUEUE, 10);
      const blocked = await probe.put({ partition, key: "k" });
      await probe.advance(10);
      const result = await probe.storage.commit({ partition, cancel: [dead, over, blocked] });
      assert.deepEqual(result, { ok: true, ids: [] });
      assert.equal((await probe.stat()).totalTasks, 0);
    });

    it("a task found expired on its return in a commit is gone, and the commit succeeds", async (probe) => {
      const tasks = [
        await held(probe, { ttlMs: 100 }),
        await held(probe, { ttlMs: 100 }),
        await held(probe, { ttlMs: 100 }),
      ] as const;
      await probe.advance(100);
      const result = await probe.storage.commit({
        partition,
        release: [leaseOf(tasks[0])],
        retry: [{ ...leaseOf(tasks[1]), delayMs: 0 }],
        bury: [{ ...leaseOf(tasks[2]), error: "broken" }],
      });
      assert.ok(result.ok);
      const stat = await probe.stat();
      assert.deepEqual(
        [
          stat.totalTasks,
          stat.expiredTotal,
          stat.releasedTotal,
          stat.retriedTotal,
          stat.buriedTotal,
        ],
        [0, 3, 1, 1, 1],
      );
    });

    it("putIds count in a commit as in a put", async (probe) => {
      const put = [request({ partition, putId: "p1" }), request({ partition, putId: "p1" })];
      const first = await probe.storage.commit({ partition, put });
      const second = await probe.storage.commit({ partition, put });
      assert.ok(first.ok && second.ok);
      assert.deepEqual([...first.ids, ...second.ids], Array(4).fill(first.ids[0]));
      assert.equal(await probe.put({ partition, putId: "p1" }), first.ids[0]);
      assert.equal((await probe.stat()).putTotal, 1);
    });

    it("whoever commits on the same version first wins, and the other is told", async (probe) => {
      const { storage } = probe;
      const raise = (text: string) =>
        storage.commit({
          partition,
          expect: [{ key: "leader", version: 0 }],
          set: [{ key: "leader", value: bytes(text) }],
        });
      const results = await Promise.all(["a", "b", "c", "d"].map(raise));
      assert.equal(results.filter((result) => result.ok).length, 1);
      const [record] = await storage.getRecords(["leader"], { partition });
      assert.equal(record?.version, 1);
    });
  });
}
