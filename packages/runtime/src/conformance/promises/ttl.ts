import assert from "node:assert/strict";
import type { FullStorage } from "../../full-storage.js";
import type { QueueStat, Task } from "../../storage.js";
import { QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

const leaseOf = ({ taskId, lease }: Task) => ({ taskId, lease });

/** The ways back from a holder, and the total each counts in. */
const RETURNS: readonly [string, keyof QueueStat, (storage: FullStorage, task: Task) => unknown][] =
  [
    ["release", "releasedTotal", (storage, task) => storage.releaseTask([task])],
    [
      "retry",
      "retriedTotal",
      (storage, task) => storage.retryTask([{ ...leaseOf(task), delayMs: 0 }]),
    ],
    [
      "bury",
      "buriedTotal",
      (storage, task) => storage.buryTask([{ ...leaseOf(task), error: "broken" }]),
    ],
  ];

export function ttlPromises({ group, it }: Suite): void {
  group("ttl", () => {
    it("a ready task is removed exactly when its ttl is over", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      await probe.advance(99);
      assert.equal(await probe.stateOf(id), "ready");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "gone");
      const { totalTasks, expiredTotal } = await probe.stat();
      assert.deepEqual([totalTasks, expiredTotal], [0, 1]);
    });

    it("an expired task is never given out", async (probe) => {
      await probe.put({ ttlMs: 100 });
      await probe.advance(100);
      assert.deepEqual(await probe.storage.getTask(QUEUE, 1), []);
    });

    it("a task expires in its own time, also behind older ones that live longer", async (probe) => {
      await probe.put({ ttlMs: 1_000 });
      await probe.put({ ttlMs: 100 });
      await probe.put({ ttlMs: 100 });
      await probe.advance(100);
      const { totalTasks, expiredTotal } = await probe.stat();
      assert.deepEqual([totalTasks, expiredTotal], [1, 2]);
    });

    it("the ttl of a delayed task counts from its start", async (probe) => {
      const now = await probe.now();
      const id = await probe.put({ delayMs: 1_000, ttlMs: 100 });
      assert.deepEqual((await probe.info(id)).expiresAt, new Date(now + 1_100));
      await probe.advance(1_099);
      assert.equal(await probe.stateOf(id), "ready");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "gone");
    });

    it("without a ttl a task never expires", async (probe) => {
      const id = await probe.put();
      assert.equal((await probe.info(id)).expiresAt, null);
      await probe.advance(10 * 365 * 24 * 3_600_000);
      assert.equal(await probe.stateOf(id), "ready");
    });

    it("a taken task is never removed by its ttl, and done then counts as done only", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      const task = await probe.takeOne();
      await probe.advance(5_000);
      assert.equal(await probe.stateOf(id), "taken");
      assert.deepEqual(await probe.storage.doneTask([task]), { settled: 1, lost: [] });
      const { doneTotal, expiredTotal } = await probe.stat();
      assert.deepEqual([doneTotal, expiredTotal], [1, 0]);
    });

    for (const [kind, total, giveBack] of RETURNS) {
      it(`a task found expired on ${kind} is gone, counts as settled, there and as expired`, async (probe) => {
        const id = await probe.put({ ttlMs: 100 });
        const task = await probe.takeOne();
        await probe.advance(100);
        assert.deepEqual(await giveBack(probe.storage, task), { settled: 1, lost: [] });
        assert.equal(await probe.stateOf(id), "gone");
        const stat = await probe.stat();
        assert.deepEqual([stat[total], stat.expiredTotal, stat.totalTasks], [1, 1, 0]);
      });

      it(`a task not yet expired survives its ${kind}`, async (probe) => {
        const id = await probe.put({ ttlMs: 100 });
        const task = await probe.takeOne();
        await probe.advance(99);
        await giveBack(probe.storage, task);
        assert.notEqual(await probe.stateOf(id), "gone");
        await probe.advance(1);
        assert.equal(await probe.stateOf(id), "gone");
      });
    }

    it("a task found expired at its visibility timeout is gone, and counts as both", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      await probe.takeOne(QUEUE, 200);
      await probe.advance(199);
      assert.equal(await probe.stateOf(id), "taken");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "gone");
      const { timedOutTotal, expiredTotal } = await probe.stat();
      assert.deepEqual([timedOutTotal, expiredTotal], [1, 1]);
    });

    it("a task that times out before its ttl ends comes back, and expires on time", async (probe) => {
      const id = await probe.put({ ttlMs: 300 });
      await probe.takeOne(QUEUE, 200);
      await probe.advance(299);
      assert.equal(await probe.stateOf(id), "ready");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "gone");
      const { timedOutTotal, expiredTotal } = await probe.stat();
      assert.deepEqual([timedOutTotal, expiredTotal], [1, 1]);
    });

    it("a retry first extends the ttl by the pause", async (probe) => {
      const now = await probe.now();
      const id = await probe.put({ ttlMs: 100 });
      const task = await probe.takeOne();
      await probe.advance(40);
      await probe.storage.retryTask([{ ...leaseOf(task), delayMs: 1_000 }]);
      assert.deepEqual((await probe.info(id)).expiresAt, new Date(now + 1_100));
      await probe.advance(1_059);
      assert.equal(await probe.stateOf(id), "ready");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "gone");
    });

    it("a retry that extends the ttl past now keeps a task whose ttl was over", async (probe) => {
      const now = await probe.now();
      const id = await probe.put({ ttlMs: 100 });
      const task = await probe.takeOne();
      await probe.advance(150);
      await probe.storage.retryTask([{ ...leaseOf(task), delayMs: 60 }]);
      const { state, expiresAt } = await probe.info(id);
      assert.deepEqual([state, expiresAt], ["delayed", new Date(now + 160)]);
    });

    it("a retry into the past does not shorten the ttl", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      const { expiresAt } = await probe.info(id);
      const nextStartTime = new Date((await probe.now()) - 50);
      await probe.storage.retryTask([{ ...leaseOf(await probe.takeOne()), nextStartTime }]);
      assert.deepEqual((await probe.info(id)).expiresAt, expiresAt);
    });

    it("a dead task expires", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      const task = await probe.takeOne();
      await probe.storage.buryTask([{ ...leaseOf(task), error: "broken" }]);
      await probe.advance(99);
      assert.equal(await probe.stateOf(id), "dead");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "gone");
    });

    it("a blocked task expires by its own ttl, counted from its own start", async (probe) => {
      await probe.put({ key: "k" });
      const blocked = await probe.put({ key: "k", delayMs: 50, ttlMs: 100 });
      await probe.advance(149);
      assert.equal(await probe.stateOf(blocked), "blocked");
      await probe.advance(1);
      assert.equal(await probe.stateOf(blocked), "gone");
    });

    it("a put whose ttl is over already succeeds, counts as put, and expires at once", async (probe) => {
      const startTime = new Date((await probe.now()) - 1_000);
      const id = await probe.put({ startTime, ttlMs: 1_000 });
      assert.ok(Number.isSafeInteger(id) && id > 0);
      assert.deepEqual(await probe.take(1), []);
      const { putTotal, expiredTotal, totalTasks } = await probe.stat();
      assert.deepEqual([putTotal, expiredTotal, totalTasks], [1, 1, 0]);
    });

    it("runNow leaves the expiry alone", async (probe) => {
      const id = await probe.put({ delayMs: 1_000, ttlMs: 100 });
      const { expiresAt } = await probe.info(id);
      await probe.storage.runNow([id]);
      assert.deepEqual((await probe.info(id)).expiresAt, expiresAt);
    });

    it("a release leaves the expiry alone", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      const { expiresAt } = await probe.info(id);
      const task = await probe.takeOne();
      await probe.advance(10);
      await probe.storage.releaseTask([task]);
      assert.deepEqual((await probe.info(id)).expiresAt, expiresAt);
    });
  });
}
