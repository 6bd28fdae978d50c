import assert from "node:assert/strict";
import { bytes, idsOf, PARTITION, QUEUE, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

const partition = PARTITION;

/** For storages that outlive their process. */
export function restartPromises({ group, it, options }: Suite): void {
  if (options.durable !== true) return;

  group("restart", () => {
    it("tasks in every state are there after a restart, as they were", async (probe) => {
      await probe.put({ key: "k", data: bytes("taken"), headers: { a: "1" } });
      await probe.takeOne();
      const ids = [
        await probe.put({ key: "k", priority: 3 }),
        await probe.put({ delayMs: 5_000, ttlMs: 9_000 }),
        await probe.put({ data: bytes("ready") }),
        await probe.put(),
      ];
      await probe.storage.buryWaiting(ids.slice(3), "broken");
      const before = await probe.snapshot(ids);
      await probe.restart();
      assert.deepEqual(await probe.snapshot(ids), before);
      assert.deepEqual(idsOf(await probe.take(10)), ids.slice(2, 3));
    });

    it("ids are never reused after a restart, also when all tasks are gone", async (probe) => {
      const before = [await probe.put(), await probe.put()];
      await probe.storage.clearQueue(QUEUE);
      await probe.restart();
      const after = await probe.put();
      assert.ok(!before.includes(after), `id ${after} was used before the restart`);
    });

    it("totals survive a restart", async (probe) => {
      await probe.put();
      await probe.storage.doneTask([await probe.takeOne()]);
      await probe.storage.pauseQueue(QUEUE, true);
      const before = await probe.stat();
      await probe.restart();
      assert.deepEqual(await probe.stat(), before);
    });

    it("putIds are remembered across a restart", async (probe) => {
      const id = await probe.put({ putId: "p1" });
      await probe.storage.cancelTask([id]);
      await probe.restart();
      assert.equal(await probe.put({ putId: "p1" }), id);
    });

    it("records and their versions survive a restart", async (probe) => {
      const set = [{ key: "a", value: bytes("1") }];
      await probe.storage.commit({ partition, set });
      await probe.storage.commit({ partition, set });
      const before = await probe.storage.getRecords(["a"], { partition });
      await probe.restart();
      assert.deepEqual(await probe.storage.getRecords(["a"], { partition }), before);
    });

    it("a lease still settles after a restart", async (probe) => {
      await probe.put();
      const task = await probe.takeOne();
      await probe.restart();
      assert.deepEqual(await probe.storage.doneTask([task]), { settled: 1, lost: [] });
    });

    it("a key keeps its line across a restart, and leases go on counting", async (probe) => {
      const [head, next] = [await probe.put({ key: "k" }), await probe.put({ key: "k" })];
      const before = await probe.takeOne();
      await probe.restart();
      assert.deepEqual(await probe.take(10), []);
      await probe.storage.releaseTask([before]);
      const again = await probe.takeOne();
      assert.deepEqual([again.taskId, again.lease], [head, before.lease + 1]);
      await probe.storage.doneTask([again]);
      assert.deepEqual(idsOf(await probe.take(10)), [next]);
    });

    it("taken tasks get their last visibility timeout anew in full, from get or touch", async (probe) => {
      await probe.put({ key: "a" });
      await probe.put({ key: "b" });
      const got = await probe.takeOne(QUEUE, 1_000);
      const touched = await probe.takeOne(QUEUE, 1_000);
      await probe.storage.touchTask([touched], 3_000);
      await probe.advance(900);
      await probe.restart();
      await probe.advance(999);
      assert.equal(await probe.stateOf(got.taskId), "taken");
      await probe.advance(1);
      assert.equal(await probe.stateOf(got.taskId), "ready");
      await probe.advance(1_999);
      assert.equal(await probe.stateOf(touched.taskId), "taken");
      await probe.advance(1);
      assert.equal(await probe.stateOf(touched.taskId), "ready");
    });

    it("what comes due is due after a restart as before", async (probe) => {
      const delayed = await probe.put({ delayMs: 1_000 });
      const expiring = await probe.put({ ttlMs: 1_000 });
      await probe.restart();
      await probe.advance(999);
      assert.deepEqual(
        [await probe.stateOf(delayed), await probe.stateOf(expiring)],
        ["delayed", "ready"],
      );
      await probe.advance(1);
      assert.deepEqual(sorted(idsOf(await probe.take(10))), [delayed]);
      assert.equal(await probe.stateOf(expiring), "gone");
    });
  });
}
