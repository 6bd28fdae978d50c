import assert from "node:assert/strict";
import type { TaskId } from "../../storage.js";
import { idsOf, OTHER, type Probe, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";

const UNKNOWN = 7_777_777;

interface Five {
  readonly ready: TaskId;
  readonly delayed: TaskId;
  readonly taken: TaskId;
  readonly blocked: TaskId;
  readonly dead: TaskId;
}

/** One task in each state. */
async function five(probe: Probe): Promise<Five> {
  const taken = await probe.put({ key: "k" });
  await probe.takeOne();
  const blocked = await probe.put({ key: "k" });
  const delayed = await probe.put({ delayMs: 10_000 });
  const dead = await probe.put();
  await probe.storage.buryWaiting([dead], "broken");
  const ready = await probe.put();
  return { ready, delayed, taken, blocked, dead };
}

export function changePromises({ group, it }: Suite): void {
  group("runNow, buryWaiting, cancel, clear", () => {
    it("runNow makes delayed tasks ready now and skips all others", async (probe) => {
      const { ready, delayed, taken, blocked, dead } = await five(probe);
      await probe.advance(5);
      const answer = await probe.storage.runNow([ready, delayed, taken, blocked, dead, UNKNOWN]);
      assert.deepEqual(answer, { changed: 1, skipped: [ready, taken, blocked, dead, UNKNOWN] });
      const { state, startTime, prevStartTime, attempts } = await probe.info(delayed);
      assert.deepEqual(
        [state, startTime, prevStartTime, attempts],
        ["ready", new Date(await probe.now()), null, 0],
      );
    });

    it("runNow of a retried task leaves its attempts and its former start", async (probe) => {
      const id = await probe.put();
      const { taskId, lease, startTime } = await probe.takeOne();
      await probe.storage.retryTask([{ taskId, lease, delayMs: 5_000 }]);
      await probe.storage.runNow([id]);
      const { attempts, prevStartTime, state } = await probe.info(id);
      assert.deepEqual([attempts, prevStartTime, state], [1, startTime, "ready"]);
    });

    it("buryWaiting moves ready, delayed and blocked tasks to the dead and skips all others", async (probe) => {
      const { ready, delayed, taken, blocked, dead } = await five(probe);
      const all = [ready, delayed, taken, blocked, dead, UNKNOWN];
      const answer = await probe.storage.buryWaiting(all, "not wanted");
      assert.deepEqual(answer, { changed: 3, skipped: [taken, dead, UNKNOWN] });
      for (const id of [ready, delayed, blocked]) {
        const { state, error } = await probe.info(id);
        assert.deepEqual([state, error], ["dead", "not wanted"]);
      }
      assert.equal((await probe.info(dead)).error, "broken");
      const { buriedTotal, deadTasks } = await probe.stat();
      assert.deepEqual([buriedTotal, deadTasks], [4, 4]);
    });

    it("cancel removes tasks in any state but taken", async (probe) => {
      const { ready, delayed, taken, blocked, dead } = await five(probe);
      const all = [ready, delayed, taken, blocked, dead, UNKNOWN];
      const answer = await probe.storage.cancelTask(all);
      assert.deepEqual(answer, { changed: 4, skipped: [taken, UNKNOWN] });
      const { totalTasks, takenTasks, cancelledTotal } = await probe.stat();
      assert.deepEqual([totalTasks, takenTasks, cancelledTotal], [1, 1, 4]);
    });

    it("an id given twice counts once", async (probe) => {
      const { storage } = probe;
      const id = await probe.put({ delayMs: 10 });
      const twice = [id, UNKNOWN, id, UNKNOWN];
      const once = { changed: 1, skipped: [UNKNOWN] };
      assert.deepEqual(await storage.runNow(twice), once);
      assert.deepEqual(await storage.buryWaiting(twice, "no"), once);
      assert.deepEqual(await storage.cancelTask(twice), once);
      assert.equal((await probe.stat()).cancelledTotal, 1);
    });

    it("no ids change nothing and skip nothing", async ({ storage }) => {
      const none = { changed: 0, skipped: [] };
      assert.deepEqual(await storage.runNow([]), none);
      assert.deepEqual(await storage.buryWaiting([], "no"), none);
      assert.deepEqual(await storage.cancelTask([]), none);
    });

    it("a task whose lease is over can be cancelled: it has come back", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne(QUEUE, 100);
      await probe.advance(100);
      assert.deepEqual(await probe.storage.cancelTask([id]), { changed: 1, skipped: [] });
      assert.deepEqual(await probe.storage.doneTask([task]), { settled: 0, lost: [id] });
    });

    it("they first apply what is due: an expired task is gone, a task whose start has come is ready", async (probe) => {
      const { storage } = probe;
      const expired = await probe.put({ ttlMs: 100 });
      const expiredLater = await probe.put({ delayMs: 50, ttlMs: 50 });
      const started = await probe.put({ delayMs: 100 });
      await probe.advance(100);
      const none = { changed: 0, skipped: [expired, expiredLater] };
      assert.deepEqual(await storage.buryWaiting([expired, expiredLater], "late"), none);
      assert.deepEqual(await storage.cancelTask([expired, expiredLater]), none);
      assert.deepEqual(await storage.runNow([started]), { changed: 0, skipped: [started] });
      assert.equal(await storage.clearQueue(QUEUE), 1);
      const { expiredTotal, buriedTotal, cancelledTotal } = await probe.stat();
      assert.deepEqual([expiredTotal, buriedTotal, cancelledTotal], [2, 0, 1]);
    });

    it("clearQueue cancels all but the taken ones and tells how many", async (probe) => {
      const { taken } = await five(probe);
      const other = await probe.put({ queueNum: OTHER });
      assert.equal(await probe.storage.clearQueue(QUEUE), 4);
      const stat = await probe.stat();
      assert.deepEqual([stat.totalTasks, stat.takenTasks, stat.cancelledTotal], [1, 1, 4]);
      assert.deepEqual(
        [await probe.stateOf(taken), await probe.stateOf(other)],
        ["taken", "ready"],
      );
    });

    it("the holder of a task may settle it after clearQueue", async (probe) => {
      await probe.put();
      const task = await probe.takeOne();
      assert.equal(await probe.storage.clearQueue(QUEUE), 0);
      const answer = await probe.storage.retryTask([
        { taskId: task.taskId, lease: task.lease, delayMs: 0 },
      ]);
      assert.deepEqual(answer, { settled: 1, lost: [] });
    });

    it("clearQueue removes more tasks than one chunk, keyed ones included", async (probe) => {
      const puts = Array.from({ length: 3_000 }, (_, i) =>
        request(i % 2 === 0 ? {} : { key: `k${i % 7}` }),
      );
      await probe.storage.putTasks(puts);
      assert.equal(await probe.storage.clearQueue(QUEUE), 3_000);
      assert.equal((await probe.stat()).totalTasks, 0);
      const id = await probe.put({ key: "k1" });
      assert.deepEqual(idsOf(await probe.take(10)), [id]);
    });

    it("clearQueue of a queue nobody has put into is 0 and makes no queue appear", async ({
      storage,
    }) => {
      assert.equal(await storage.clearQueue(77), 0);
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });
  });
}
