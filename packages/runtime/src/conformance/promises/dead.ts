import assert from "node:assert/strict";
import type { TaskId } from "../../storage.js";
import { idsOf, OTHER, type Probe, type PutChoice, QUEUE, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

async function dead(probe: Probe, choice: PutChoice = {}): Promise<TaskId> {
  const id = await probe.put(choice);
  await probe.storage.buryWaiting([id], "broken");
  return id;
}

export function deadPromises({ group, it, options }: Suite): void {
  group("dead letters", () => {
    it("kick brings a dead task back, with attempts, start, former start and error anew", async (probe) => {
      const id = await probe.put();
      await probe.takeOne(QUEUE, 10);
      await probe.advance(10);
      const { taskId, lease, createdAt } = await probe.takeOne();
      await probe.storage.buryTask([{ taskId, lease, error: "broken" }]);
      await probe.advance(500);
      const answer = await probe.storage.kickTask(QUEUE, [id]);
      assert.deepEqual(answer, { changed: 1, skipped: [] });
      const info = await probe.info(id);
      assert.deepEqual(
        [info.state, info.attempts, info.timeouts, info.prevStartTime, info.error, info.startTime],
        ["ready", 0, 0, null, null, new Date(await probe.now())],
      );
      const task = await probe.takeOne();
      assert.deepEqual([task.taskId, task.lease, task.createdAt], [id, 3, createdAt]);
    });

    it("kick gives the ttl anew, counted from now", async (probe) => {
      const id = await probe.put({ delayMs: 10, ttlMs: 1_000 });
      await probe.storage.buryWaiting([id], "broken");
      await probe.advance(900);
      await probe.storage.kickTask(QUEUE, [id]);
      const now = await probe.now();
      assert.deepEqual((await probe.info(id)).expiresAt, new Date(now + 1_000));
    });

    it("kick by ids skips unknown ones, those not dead and those of other queues", async (probe) => {
      const mine = await dead(probe);
      const other = await dead(probe, { queueNum: OTHER });
      const alive = await probe.put();
      const answer = await probe.storage.kickTask(QUEUE, [7_777_777, alive, other, mine]);
      assert.deepEqual(answer, { changed: 1, skipped: [7_777_777, alive, other] });
      assert.equal(await probe.stateOf(other), "dead");
    });

    it("kick by count leaves other queues alone and stops when no more are dead", async (probe) => {
      const ids = [await dead(probe), await dead(probe)];
      const other = await dead(probe, { queueNum: OTHER });
      const answer = await probe.storage.kickTask(QUEUE, 10);
      assert.deepEqual(answer, { changed: 2, skipped: [] });
      assert.deepEqual(sorted(idsOf(await probe.take(10))), sorted(ids));
      assert.equal(await probe.stateOf(other), "dead");
      assert.deepEqual(await probe.storage.kickTask(QUEUE, 10), { changed: 0, skipped: [] });
    });

    it("kick by count passes over dead tasks that have expired", async (probe) => {
      const expired = await dead(probe, { ttlMs: 100 });
      const id = await dead(probe);
      await probe.advance(100);
      assert.deepEqual(await probe.storage.kickTask(QUEUE, 1), { changed: 1, skipped: [] });
      assert.deepEqual([await probe.stateOf(expired), await probe.stateOf(id)], ["gone", "ready"]);
    });

    if (options.order === "queue") {
      it("kick by count takes the longest dead first", async (probe) => {
        const [a, b, c] = [await probe.put(), await probe.put(), await probe.put()];
        await probe.storage.buryWaiting([c], "first");
        await probe.advance(1);
        await probe.storage.buryWaiting([b], "second");
        await probe.storage.buryWaiting([a], "second too");
        await probe.storage.kickTask(QUEUE, 1);
        assert.equal(await probe.stateOf(c), "ready");
        await probe.storage.kickTask(QUEUE, 1);
        assert.deepEqual([await probe.stateOf(a), await probe.stateOf(b)], ["ready", "dead"]);
      });
    }

    it("an id given twice is kicked once", async (probe) => {
      const id = await dead(probe);
      assert.deepEqual(await probe.storage.kickTask(QUEUE, [id, id, 7_777_777, 7_777_777]), {
        changed: 1,
        skipped: [7_777_777],
      });
    });

    it("a kicked task can die again, and counts again", async (probe) => {
      const id = await dead(probe);
      await probe.storage.kickTask(QUEUE, [id]);
      const { taskId, lease } = await probe.takeOne();
      await probe.storage.buryTask([{ taskId, lease, error: "again" }]);
      assert.equal((await probe.info(id)).error, "again");
      const { buriedTotal, deadTasks } = await probe.stat();
      assert.deepEqual([buriedTotal, deadTasks], [2, 1]);
    });

    it("kick of a queue nobody has put into changes nothing and makes no queue appear", async ({
      storage,
    }) => {
      assert.deepEqual(await storage.kickTask(77, 5), { changed: 0, skipped: [] });
      assert.deepEqual(await storage.kickTask(77, []), { changed: 0, skipped: [] });
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });
  });
}
