import assert from "node:assert/strict";
import { idsOf, OTHER, QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

export function pausePromises({ group, it }: Suite): void {
  group("pause", () => {
    it("a paused queue gives out nothing, and everything again when resumed", async (probe) => {
      const id = await probe.put();
      await probe.storage.pauseQueue(QUEUE, true);
      assert.deepEqual(await probe.storage.getTask(QUEUE, 10), []);
      await probe.storage.pauseQueue(QUEUE, false);
      assert.deepEqual(idsOf(await probe.take(10)), [id]);
    });

    it("other queues go on", async (probe) => {
      const other = await probe.put({ queueNum: OTHER });
      await probe.storage.pauseQueue(QUEUE, true);
      assert.deepEqual(idsOf(await probe.take(10, OTHER)), [other]);
    });

    it("everything but taking works in a paused queue", async (probe) => {
      const { storage } = probe;
      await probe.put();
      await probe.put();
      await probe.put();
      const [a, b, c] = await probe.take(3);
      assert.ok(a && b && c);
      await storage.pauseQueue(QUEUE, true);
      const later = await probe.put({ delayMs: 10 });
      const one = { settled: 1, lost: [] };
      assert.deepEqual(await storage.doneTask([a]), one);
      assert.deepEqual(await storage.touchTask([b], 50), one);
      assert.deepEqual(await storage.retryTask([{ taskId: c.taskId, lease: 1, delayMs: 5 }]), one);
      await probe.advance(50);
      const stat = await probe.stat();
      assert.deepEqual(
        [stat.paused, stat.readyTasks, stat.timedOutTotal, stat.doneTotal],
        [true, 3, 1, 1],
      );
      assert.deepEqual(await storage.cancelTask([later]), { changed: 1, skipped: [] });
    });

    it("pausing twice is pausing, resuming twice is resuming", async (probe) => {
      await probe.put();
      await probe.storage.pauseQueue(QUEUE, true);
      await probe.storage.pauseQueue(QUEUE, true);
      await probe.storage.pauseQueue(QUEUE, false);
      assert.equal((await probe.stat()).paused, false);
      await probe.storage.pauseQueue(QUEUE, false);
      await probe.takeOne();
    });

    it("a queue appears in the statistics with its first pause, also with paused = false", async (probe) => {
      await probe.storage.pauseQueue(QUEUE, true);
      await probe.storage.pauseQueue(OTHER, false);
      const [paused, resumed] = [await probe.stat(QUEUE), await probe.stat(OTHER)];
      assert.deepEqual(
        [paused.paused, paused.totalTasks, resumed.paused, resumed.totalTasks],
        [true, 0, false, 0],
      );
    });
  });
}
