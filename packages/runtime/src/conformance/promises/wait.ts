import assert from "node:assert/strict";
import { OTHER, type Probe, QUEUE, request, sorted } from "../probe.js";
import type { Suite } from "../suite.js";
import type { Watched } from "../watched.js";

export function waitPromises({ group, it, options }: Suite): void {
  group("wait: answers", () => {
    it("waitTask names at once those of the queues that have a ready task, and takes nothing", async (probe) => {
      await probe.put();
      await probe.put({ queueNum: OTHER });
      await probe.put({ queueNum: 4, delayMs: 1_000 });
      await probe.put({ queueNum: 5 });
      const call = await probe.wait([QUEUE, 3, OTHER, 4]);
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
      const call = await probe.wait([QUEUE], { timeoutMs: 1_000 });
      await probe.advance(999);
      await probe.stillWaiting(call);
      await probe.advance(1);
      assert.deepEqual(await call.answer(), []);
    });

    it("a wait for no queues ends at its timeout with []", async (probe) => {
      const call = await probe.wait([], { timeoutMs: 50 });
      await probe.advance(50);
      assert.deepEqual(await call.answer(), []);
    });

    it("a paused queue is ignored, and does not hide the others", async (probe) => {
      const { storage } = probe;
      await storage.pauseQueue(QUEUE, true);
      await probe.put();
      const only = await probe.wait([QUEUE]);
      const both = await probe.wait([QUEUE, OTHER]);
      await probe.advance(1_000);
      await probe.stillWaiting(only, both);
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
      const call = await probe.wait([QUEUE]);
      await probe.put({ delayMs: 50_000 });
      await probe.advance(1_000);
      await probe.stillWaiting(call);
    });
  });

  group("wait: many waiters", () => {
    it("a task that stays ready wakes one waiter after another, each 100 ms at most", async (probe) => {
      const calls = await waiters(probe, 4);
      await probe.put();
      await probe.advance(0);
      for (let expected = 1; expected <= calls.length; expected++) {
        const woken = await probe.countEnded(calls, expected);
        assert.ok(woken >= expected, `${woken} of ${expected} are awake`);
        await probe.advance(100);
      }
      for (const call of calls) assert.deepEqual(await call.answer(), [QUEUE]);
    });

    it("a put of one task does not wake all waiters at once, whatever was put before", async (probe) => {
      for (let i = 0; i < 30; i++) await probe.put();
      await probe.storage.clearQueue(QUEUE);
      const calls = await waiters(probe, 20);
      await probe.put();
      await probe.advance(0);
      const woken = await probe.countEnded(calls, 1);
      assert.ok(woken >= 1 && woken < 20, `${woken} of 20 are awake`);
    });

    it("a put of n tasks wakes about n waiters", async (probe) => {
      const calls = await waiters(probe, 20);
      await probe.storage.putTasks(Array.from({ length: 10 }, () => request({ partition: "p" })));
      await probe.advance(0);
      const woken = await probe.countEnded(calls, 5);
      assert.ok(woken >= 5 && woken < 20, `${woken} of 20 are awake for 10 tasks`);
    });

    it("waiters for different queues are woken each by its own", async (probe) => {
      const mine = await probe.wait([QUEUE]);
      const other = await probe.wait([OTHER]);
      await probe.put({ queueNum: OTHER });
      await probe.advance(0);
      assert.deepEqual(await other.answer(), [OTHER]);
      await probe.advance(1_000);
      await probe.stillWaiting(mine);
    });

    const { waiterCap } = options;
    if (waiterCap !== undefined) {
      it("past the cap of waiters it answers [] after a second instead of failing", async (probe) => {
        const within = await waiters(probe, waiterCap);
        const beyond = await probe.wait([QUEUE]);
        await probe.advance(1_000);
        assert.deepEqual(await beyond.answer(), []);
        await probe.stillWaiting(...within);
      });
    }
  });
}

async function waiters(probe: Probe, count: number): Promise<Watched<unknown>[]> {
  const calls: Watched<unknown>[] = [];
  for (let i = 0; i < count; i++) calls.push(await probe.wait([QUEUE]));
  return calls;
}
