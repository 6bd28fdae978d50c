import assert from "node:assert/strict";
import { idsOf, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";

export function schedulePromises({ group, it }: Suite): void {
  group("schedule", () => {
    it("a task with delayMs is delayed, never early, and ready exactly when the delay is over", async (probe) => {
      const id = await probe.put({ delayMs: 1_000 });
      assert.equal(await probe.stateOf(id), "delayed");
      await probe.advance(999);
      assert.deepEqual(await probe.take(1), []);
      await probe.advance(1);
      assert.deepEqual(idsOf(await probe.take(1)), [id]);
    });

    it("a task with startTime is ready exactly at that time", async (probe) => {
      const startTime = new Date((await probe.now()) + 500);
      const id = await probe.put({ startTime });
      await probe.advance(499);
      assert.equal(await probe.stateOf(id), "delayed");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "ready");
      assert.deepEqual((await probe.takeOne()).startTime, startTime);
    });

    it("the start of a delayed task is its own, however late it is taken", async (probe) => {
      const startTime = new Date((await probe.now()) + 100);
      await probe.put({ delayMs: 100 });
      await probe.advance(5_000);
      assert.deepEqual((await probe.takeOne()).startTime, startTime);
    });

    it("a start in the past is kept as given, and the task is ready at once", async (probe) => {
      const startTime = new Date((await probe.now()) - 12_345);
      await probe.put({ startTime });
      const task = await probe.takeOne();
      assert.deepEqual(task.startTime, startTime);
      assert.deepEqual(task.createdAt, new Date(await probe.now()));
    });

    it("a delay of 0 is ready at once", async (probe) => {
      const id = await probe.put({ delayMs: 0 });
      assert.deepEqual(idsOf(await probe.take(1)), [id]);
    });

    it("fractions of a millisecond round up: never early", async (probe) => {
      const now = await probe.now();
      const id = await probe.put({ delayMs: 0.2, ttlMs: 10.5 });
      const { state, startTime, expiresAt } = await probe.info(id);
      assert.equal(state, "delayed");
      assert.deepEqual(startTime, new Date(now + 1));
      assert.deepEqual(expiresAt, new Date(now + 1 + 11));
      await probe.advance(1);
      const task = await probe.takeOne(QUEUE, 1.5);
      assert.deepEqual((await probe.info(id)).deadline, new Date(now + 3));
      await probe.storage.touchTask([task], 2.01);
      assert.deepEqual((await probe.info(id)).deadline, new Date(now + 4));
      await probe.storage.retryTask([{ taskId: id, lease: task.lease, delayMs: 4.0001 }]);
      assert.deepEqual((await probe.info(id)).startTime, new Date(now + 6));
    });

    it("10,000 delayed tasks that come due at once all become ready", async (probe) => {
      const { storage } = probe;
      const puts = Array.from({ length: 10_000 }, () => request({ delayMs: 60_000 }));
      const ids = await storage.putTasks(puts);
      await probe.advance(60_000);
      // Moving what is due is bounded per call, so calls are repeated until it has settled.
      const taken = new Set<number>();
      for (let empty = 0; taken.size < ids.length && empty < 100; ) {
        const batch = await storage.getTask(QUEUE, 1_000);
        for (const { taskId } of batch) {
          assert.ok(!taken.has(taskId), `task ${taskId} was given out twice`);
          taken.add(taskId);
        }
        empty = batch.length === 0 ? empty + 1 : 0;
      }
      assert.equal(taken.size, ids.length);
      const stat = await probe.stat();
      assert.deepEqual([stat.totalTasks, stat.takenTasks], [10_000, 10_000]);
    });
  });
}
