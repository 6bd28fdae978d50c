import assert from "node:assert/strict";
import type { QueueStat } from "../../storage.js";
import { OTHER, type Probe, QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

const counts = ({ totalTasks, readyTasks, takenTasks, delayedTasks }: QueueStat) => [
  totalTasks,
  readyTasks,
  takenTasks,
  delayedTasks,
];

function assertConserved(stat: QueueStat): void {
  const { readyTasks, takenTasks, delayedTasks, blockedTasks, deadTasks } = stat;
  const sum = readyTasks + takenTasks + delayedTasks + blockedTasks + deadTasks;
  assert.equal(stat.totalTasks, sum, "total = ready + delayed + taken + blocked + dead");
}

export function statPromises({ group, it }: Suite): void {
  group("statistics", () => {
    it("two ready and one delayed, one taken: 3 in all, 1 ready, 1 taken, 1 delayed", async (probe) => {
      await probe.put();
      await probe.put();
      await probe.put({ delayMs: 1_000 });
      await probe.takeOne();
      assert.deepEqual(counts(await probe.stat()), [3, 1, 1, 1]);
    });

    it("every state is counted, and the total is their sum", async (probe) => {
      await probe.put({ key: "k" });
      await probe.takeOne();
      await probe.put({ key: "k" });
      await probe.put({ key: "k" });
      await probe.put({ delayMs: 1_000 });
      await probe.storage.buryWaiting([await probe.put()], "broken");
      await probe.put();
      const stat = await probe.stat();
      assertConserved(stat);
      assert.deepEqual([...counts(stat), stat.blockedTasks, stat.deadTasks], [6, 1, 1, 1, 2, 1]);
    });

    it("getStat counts what has come due as it is now", async (probe) => {
      await probe.put({ delayMs: 100 });
      await probe.put();
      await probe.take(1, QUEUE, 100);
      await probe.put({ ttlMs: 100, delayMs: 0 });
      await probe.advance(100);
      const stat = await probe.stat();
      assert.deepEqual(counts(stat), [2, 2, 0, 0]);
      assert.deepEqual([stat.timedOutTotal, stat.expiredTotal], [1, 1]);
    });

    it("a storage nobody has used has no queues", async ({ storage }) => {
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });

    it("a queue appears with its first put, and stays when it is empty", async (probe) => {
      await probe.put({ queueNum: 65_535 });
      await probe.put({ queueNum: OTHER });
      await probe.storage.doneTask([await probe.takeOne(OTHER)]);
      const { queueStats } = await probe.storage.getStat();
      assert.deepEqual(
        [...queueStats.keys()].sort((a, b) => a - b),
        [OTHER, 65_535],
      );
      assert.equal(queueStats.get(OTHER)?.totalTasks, 0);
      assert.equal(queueStats.get(OTHER)?.queueNum, OTHER);
    });

    it("oldestReadyAt is the earliest start among the ready, nextStartTime among the delayed", async (probe) => {
      const now = await probe.now();
      const at = (ms: number) => new Date(now + ms);
      await probe.put({ startTime: at(-5), priority: 9 });
      await probe.put();
      await probe.put({ startTime: at(70), priority: 9 });
      await probe.put({ startTime: at(80) });
      const stat = await probe.stat();
      assert.deepEqual([stat.oldestReadyAt, stat.nextStartTime], [at(-5), at(70)]);
      await probe.advance(75);
      assert.deepEqual((await probe.stat()).nextStartTime, at(80));
    });

    it("oldestReadyAt and nextStartTime are null without such tasks", async (probe) => {
      await probe.put({ key: "k" });
      await probe.put({ key: "k" });
      await probe.takeOne();
      const { oldestReadyAt, nextStartTime } = await probe.stat();
      assert.deepEqual([oldestReadyAt, nextStartTime], [null, null]);
    });

    it("each total counts its own kind of event, in its own queue", async (probe) => {
      await everyKindOfEvent(probe);
      const { stat } = probe;
      const { putTotal, doneTotal, retriedTotal, timedOutTotal, ...rest } = await stat();
      const { releasedTotal, expiredTotal, buriedTotal, cancelledTotal } = rest;
      assert.deepEqual(
        { putTotal, doneTotal, retriedTotal, timedOutTotal },
        { putTotal: 5, doneTotal: 1, retriedTotal: 3, timedOutTotal: 1 },
      );
      assert.deepEqual(
        { releasedTotal, expiredTotal, buriedTotal, cancelledTotal },
        { releasedTotal: 2, expiredTotal: 1, buriedTotal: 2, cancelledTotal: 1 },
      );
      const other = await stat(OTHER);
      assert.deepEqual([other.putTotal, other.doneTotal, other.retriedTotal], [1, 0, 0]);
    });

    it("lost settles and skipped changes count nowhere", async (probe) => {
      const id = await probe.put();
      const { taskId, lease } = await probe.takeOne();
      const before = await probe.stat();
      const wrong = { taskId, lease: lease + 5 };
      await probe.storage.doneTask([wrong]);
      await probe.storage.retryTask([{ ...wrong, delayMs: 0 }]);
      await probe.storage.releaseTask([wrong]);
      await probe.storage.buryTask([{ ...wrong, error: "x" }]);
      await probe.storage.cancelTask([id]);
      await probe.storage.buryWaiting([id], "x");
      assert.deepEqual(await probe.stat(), before);
    });
  });
}

/** Five tasks of `QUEUE`: 1 done, 3 retries, 1 timeout, 2 releases, 2 buries, 1 cancel, 1 expiry. */
async function everyKindOfEvent(probe: Probe): Promise<void> {
  const { storage } = probe;
  await probe.put({ queueNum: OTHER });
  await probe.put();
  for (let i = 0; i < 3; i++) {
    const { taskId, lease } = await probe.takeOne();
    await storage.retryTask([{ taskId, lease, delayMs: 0 }]);
  }
  for (let i = 0; i < 2; i++) await storage.releaseTask([await probe.takeOne()]);
  await probe.takeOne(QUEUE, 10);
  await probe.advance(10);
  await storage.doneTask([await probe.takeOne()]);
  await probe.put();
  const { taskId, lease } = await probe.takeOne();
  await storage.buryTask([{ taskId, lease, error: "x" }]);
  await storage.buryWaiting([await probe.put()], "x");
  await storage.cancelTask([await probe.put()]);
  await probe.put({ ttlMs: 5 });
  await probe.advance(5);
}
