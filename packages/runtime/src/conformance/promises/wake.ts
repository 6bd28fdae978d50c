import assert from "node:assert/strict";
import { OTHER, QUEUE, request, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

export function wakePromises({ group, it }: Suite): void {
  group("wait: woken by", () => {
    it("waitTask is woken by a put", async (probe) => {
      const call = await probe.wait([OTHER, QUEUE]);
      await probe.put();
      await probe.advance(0);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("who is woken is told all of his queues that have a ready task", async (probe) => {
      const call = await probe.wait([OTHER, 3, QUEUE]);
      const partition = "p";
      await probe.storage.putTasks([
        request({ partition }),
        request({ partition, queueNum: OTHER }),
        request({ partition, queueNum: 4 }),
      ]);
      await probe.advance(0);
      assert.deepEqual(sorted(await call.answer()), [QUEUE, OTHER]);
    });

    it("waitTask is woken by the put of a commit", async (probe) => {
      const call = await probe.wait([QUEUE]);
      await probe.storage.commit({ put: [request()] });
      await probe.advance(0);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("waitTask is woken by a task that comes due", async (probe) => {
      await probe.put({ delayMs: 5_000 });
      const before = await probe.wait([QUEUE]);
      await probe.advance(4_999);
      await probe.stillWaiting(before);
      await probe.advance(1);
      assert.deepEqual(await before.answer(), [QUEUE]);
    });

    it("waitTask is woken by a task that was put delayed while it waited", async (probe) => {
      const call = await probe.wait([QUEUE]);
      await probe.put({ delayMs: 5_000 });
      await probe.put({ delayMs: 2_000 });
      await probe.advance(2_000);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("waitTask is woken by a task that comes due, also after an earlier waiter has gone", async (probe) => {
      await probe.put({ delayMs: 1_000 });
      const first = await probe.wait([QUEUE]);
      const urgent = await probe.put();
      await probe.advance(0);
      assert.deepEqual(await first.answer(), [QUEUE]);
      await probe.storage.cancelTask([urgent]);
      await probe.storage.clearQueue(QUEUE);
      await probe.put({ delayMs: 2_000 });
      const second = await probe.wait([QUEUE]);
      await probe.advance(2_000);
      assert.deepEqual(await second.answer(), [QUEUE]);
    });

    it("waitTask sleeps through an expiry, and is woken by what comes due after it", async (probe) => {
      const dead = await probe.put({ ttlMs: 100 });
      await probe.storage.buryWaiting([dead], "broken");
      await probe.put({ delayMs: 200 });
      const call = await probe.wait([QUEUE]);
      await probe.advance(199);
      await probe.stillWaiting(call);
      await probe.advance(1);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("waitTask is woken by a lease that ends", async (probe) => {
      await probe.put();
      await probe.takeOne(QUEUE, 3_000);
      const call = await probe.wait([QUEUE]);
      await probe.advance(2_999);
      await probe.stillWaiting(call);
      await probe.advance(1);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("waitTask is woken by a task given back: released, retried or kicked", async (probe) => {
      const { storage } = probe;
      await probe.put();
      const first = await probe.takeOne();
      const released = await probe.wait([QUEUE]);
      await storage.releaseTask([first]);
      await probe.advance(0);
      assert.deepEqual(await released.answer(), [QUEUE]);

      const second = await probe.takeOne();
      const retried = await probe.wait([QUEUE]);
      await storage.retryTask([{ taskId: second.taskId, lease: second.lease, delayMs: 100 }]);
      await probe.advance(100);
      assert.deepEqual(await retried.answer(), [QUEUE]);

      const third = await probe.takeOne();
      await storage.buryTask([{ taskId: third.taskId, lease: third.lease, error: "x" }]);
      const kicked = await probe.wait([QUEUE]);
      await storage.kickTask(QUEUE, 1);
      await probe.advance(0);
      assert.deepEqual(await kicked.answer(), [QUEUE]);
    });

    it("waitTask is woken by a freed key", async (probe) => {
      await probe.put({ key: "k" });
      const head = await probe.takeOne();
      await probe.put({ key: "k" });
      const call = await probe.wait([QUEUE]);
      await probe.advance(500);
      await probe.stillWaiting(call);
      await probe.storage.doneTask([head]);
      await probe.advance(0);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("waitTask is woken by a key freed when its head is found expired", async (probe) => {
      await probe.put({ key: "k", ttlMs: 100 });
      await probe.takeOne(QUEUE, 5_000);
      const next = await probe.put({ key: "k" });
      const call = await probe.wait([QUEUE]);
      await probe.advance(4_999);
      await probe.stillWaiting(call);
      await probe.advance(1);
      assert.deepEqual(await call.answer(), [QUEUE]);
      assert.equal((await probe.takeOne()).taskId, next);
    });

    it("waitTask is woken by runNow, and by wake and replace of onKey", async (probe) => {
      const { storage } = probe;
      const id = await probe.put({ key: "k", delayMs: 50_000 });
      const byRunNow = await probe.wait([QUEUE]);
      await storage.runNow([id]);
      await probe.advance(0);
      assert.deepEqual(await byRunNow.answer(), [QUEUE]);
      for (const onKey of ["wake", "replace"] as const) {
        const { taskId, lease } = await probe.takeOne();
        await storage.retryTask([{ taskId, lease, delayMs: 50_000 }]);
        const call = await probe.wait([QUEUE]);
        await probe.put({ key: "k", onKey });
        await probe.advance(0);
        assert.deepEqual(await call.answer(), [QUEUE], onKey);
      }
    });

    it("waitTask is woken by resume", async (probe) => {
      const { storage } = probe;
      await storage.pauseQueue(QUEUE, true);
      await probe.put();
      const call = await probe.wait([QUEUE]);
      await probe.advance(500);
      await probe.stillWaiting(call);
      await storage.pauseQueue(QUEUE, false);
      await probe.advance(0);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("waitTask is woken by resume also when the task came due during the pause", async (probe) => {
      const { storage } = probe;
      await storage.pauseQueue(QUEUE, true);
      await probe.put({ delayMs: 100 });
      const call = await probe.wait([QUEUE]);
      await probe.advance(500);
      await storage.pauseQueue(QUEUE, false);
      await probe.advance(0);
      assert.deepEqual(await call.answer(), [QUEUE]);
    });
  });
}
