import assert from "node:assert/strict";
import { OTHER, QUEUE, request, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

const LONG = { timeoutMs: 600_000 };

export function waitPromises({ group, it, options }: Suite): void {
  group("wait: answers", () => {
    it("waitTask names at once those of the queues that have a ready task, and takes nothing", async (probe) => {
      const { storage } = probe;
      await probe.put();
      await probe.put({ queueNum: OTHER });
      await probe.put({ queueNum: 4, delayMs: 1_000 });
      await probe.put({ queueNum: 5 });
      const call = probe.watch(storage.waitTask([QUEUE, 3, OTHER, 4], LONG));
      assert.deepEqual(sorted(await call.answer()), [QUEUE, OTHER]);
      assert.equal((await probe.stat()).readyTasks, 1);
      const { lease } = await probe.takeOne();
      assert.equal(lease, 1, "the task was taken before");
    });

    it("timeoutMs 0 only asks", async (probe) => {
      const ask = () => probe.watch(probe.storage.waitTask([QUEUE], { timeoutMs: 0 })).answer();
      assert.deepEqual(await ask(), []);
      await probe.put({ delayMs: 10 });
      assert.deepEqual(await ask(), []);
      await probe.advance(10);
      assert.deepEqual(await ask(), [QUEUE]);
    });

    it("without a ready task it waits, and answers [] at the timeout", async (probe) => {
      const call = probe.watch(probe.storage.waitTask([QUEUE], { timeoutMs: 1_000 }));
      await probe.advance(999);
      assert.equal(call.settled(), false);
      await probe.advance(1);
      assert.deepEqual(await call.answer(), []);
    });

    it("a wait for no queues ends at its timeout with []", async (probe) => {
      const call = probe.watch(probe.storage.waitTask([], { timeoutMs: 50 }));
      await probe.advance(50);
      assert.deepEqual(await call.answer(), []);
    });

    it("a paused queue is ignored, and does not hide the others", async (probe) => {
      const { storage } = probe;
      await storage.pauseQueue(QUEUE, true);
      await probe.put();
      const only = probe.watch(storage.waitTask([QUEUE], LONG));
      const both = probe.watch(storage.waitTask([QUEUE, OTHER], LONG));
      await probe.advance(1_000);
      assert.deepEqual([only.settled(), both.settled()], [false, false]);
      await probe.put({ queueNum: OTHER });
      await probe.advance(0);
      assert.deepEqual(await both.answer(), [OTHER]);
    });

    it("taken, blocked, delayed and dead tasks wake nobody", async (probe) => {
      const { storage } = probe;
      await probe.put({ key: "k" });
      await probe.takeOne();
      await probe.put({ key: "k" });
      await storage.buryWaiting([await probe.put()], "broken");
      const call = probe.watch(storage.waitTask([QUEUE], LONG));
      await probe.put({ delayMs: 50_000 });
      await probe.advance(1_000);
      assert.equal(call.settled(), false);
    });
  });

  group("wait: many waiters", () => {
    it("a task that stays ready wakes one waiter after another, each 100 ms at most", async (probe) => {
      const calls = Array.from({ length: 4 }, () =>
        probe.watch(probe.storage.waitTask([QUEUE], LONG)),
      );
      const woken = () => calls.filter((call) => call.settled()).length;
      await probe.advance(0);
      await probe.put();
      await probe.advance(0);
      for (let expected = 1; expected <= calls.length; expected++) {
        assert.ok(woken() >= expected, `${woken()} of ${expected} are awake`);
        await probe.advance(100);
      }
      for (const call of calls) assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("a put of one task does not wake all waiters at once, whatever was put before", async (probe) => {
      for (let i = 0; i < 30; i++) await probe.put();
      await probe.storage.clearQueue(QUEUE);
      const calls = Array.from({ length: 20 }, () =>
        probe.watch(probe.storage.waitTask([QUEUE], LONG)),
      );
      await probe.advance(0);
      await probe.put();
      await probe.advance(0);
      const woken = calls.filter((call) => call.settled()).length;
      assert.ok(woken >= 1 && woken < 20, `${woken} of 20 are awake`);
    });

    it("a put of n tasks wakes about n waiters", async (probe) => {
      const calls = Array.from({ length: 20 }, () =>
        probe.watch(probe.storage.waitTask([QUEUE], LONG)),
      );
      await probe.advance(0);
      await probe.storage.putTasks(Array.from({ length: 10 }, () => request({ partition: "p" })));
      await probe.advance(0);
      const woken = calls.filter((call) => call.settled()).length;
      assert.ok(woken >= 5 && woken < 20, `${woken} of 20 are awake for 10 tasks`);
    });

    it("waiters for different queues are woken each by its own", async (probe) => {
      const mine = probe.watch(probe.storage.waitTask([QUEUE], LONG));
      const other = probe.watch(probe.storage.waitTask([OTHER], LONG));
      await probe.put({ queueNum: OTHER });
      await probe.advance(0);
      assert.deepEqual(await other.answer(), [OTHER]);
      await probe.advance(1_000);
      assert.equal(mine.settled(), false);
    });

    const { waiterCap } = options;
    if (waiterCap !== undefined) {
      it("past the cap of waiters it answers [] after a second instead of failing", async (probe) => {
        const wait = () => probe.watch(probe.storage.waitTask([QUEUE], LONG));
        const within = Array.from({ length: waiterCap }, wait);
        await probe.advance(0);
        const beyond = wait();
        await probe.advance(1_000);
        assert.deepEqual(await beyond.answer(), []);
        assert.ok(within.every((call) => !call.settled()));
      });
    }
  });
}
