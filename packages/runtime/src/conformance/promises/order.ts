import assert from "node:assert/strict";
import { idsOf, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";

/** Order across a queue, which sharded set-ups promise within a key only. */
export function orderPromises({ group, it, options }: Suite): void {
  if (options.order === "key") return;

  group("order in a queue: priority, then start time, then id", () => {
    it("tasks of equal priority and start are taken in the order they were put", async (probe) => {
      const ids = [await probe.put(), await probe.put(), await probe.put()];
      const more = await probe.storage.putTasks([request(), request()]);
      assert.deepEqual(idsOf(await probe.take(10)), [...ids, ...more]);
    });

    it("a lower priority number goes first, whatever the start and the id", async (probe) => {
      const low = await probe.put({ priority: 255, startTime: new Date(0) });
      const middle = await probe.put({ priority: 9 });
      await probe.advance(10);
      const urgent = await probe.put({ priority: 0 });
      assert.deepEqual(idsOf(await probe.take(10)), [urgent, middle, low]);
    });

    it("at equal priority the earlier start goes first, whatever the id", async (probe) => {
      const later = await probe.put({ delayMs: 20 });
      const earlier = await probe.put({ delayMs: 10 });
      await probe.advance(20);
      assert.deepEqual(idsOf(await probe.take(10)), [earlier, later]);
    });

    it("a start in the past stands before those that are ready already", async (probe) => {
      const first = await probe.put();
      const now = await probe.now();
      const older = await probe.put({ startTime: new Date(now - 1) });
      assert.deepEqual(idsOf(await probe.take(10)), [older, first]);
    });

    it("a retried task takes its place by its new start", async (probe) => {
      await probe.put();
      const task = await probe.takeOne();
      const other = await probe.put();
      await probe.advance(10);
      await probe.storage.retryTask([{ taskId: task.taskId, lease: task.lease, delayMs: 0 }]);
      assert.deepEqual(idsOf(await probe.take(10)), [other, task.taskId]);
    });

    it("a released task is back in its old place at once", async (probe) => {
      const first = await probe.put();
      await probe.advance(1);
      const second = await probe.put();
      const task = await probe.takeOne();
      await probe.advance(1);
      await probe.storage.releaseTask([task]);
      assert.deepEqual(idsOf(await probe.take(10)), [first, second]);
    });

    it("a task returned by visibility timeout starts at its deadline: behind older ones", async (probe) => {
      const lost = await probe.put();
      await probe.takeOne(QUEUE, 100);
      await probe.advance(99);
      const older = await probe.put();
      await probe.advance(2);
      const younger = await probe.put();
      assert.deepEqual(idsOf(await probe.take(10)), [older, lost, younger]);
    });

    it("priority holds among the due ones when delayed tasks become ready together", async (probe) => {
      const plain = await probe.put({ delayMs: 10, priority: 5 });
      const urgent = await probe.put({ delayMs: 50, priority: 1 });
      await probe.advance(60);
      assert.deepEqual(idsOf(await probe.take(10)), [urgent, plain]);
    });
  });
}
