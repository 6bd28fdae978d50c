import assert from "node:assert/strict";
import { type Probe, type PutChoice, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";
import { pages } from "./listing.js";

/** One call moves at most 1,000 tasks of a queue. */
const MANY = 3_000;

async function putMany({ storage }: Probe, choice: PutChoice): Promise<readonly number[]> {
  return storage.putTasks(Array.from({ length: MANY }, () => request(choice)));
}

/** What may lag when very much is due at once is the count of states. This may not. */
export function overduePromises({ group, it }: Suite): void {
  group("more due at once than one call moves", () => {
    it("no expired task is given out, by the first call or any other", async (probe) => {
      await putMany(probe, { ttlMs: 100, partition: "p" });
      await probe.advance(100);
      for (let call = 0; call < 5; call++)
        assert.deepEqual(await probe.storage.getTask(QUEUE, 10), []);
    });

    it("no expired task is shown by peek", async (probe) => {
      const ids = await putMany(probe, { ttlMs: 100, partition: "p" });
      await probe.advance(100);
      assert.deepEqual(await probe.storage.peekTask(ids), []);
    });

    it("no expired task is listed, and none is left out that stands behind them", async (probe) => {
      await putMany(probe, { ttlMs: 100, partition: "p" });
      const last = await probe.put({ priority: 1, partition: "p" });
      await probe.advance(100);
      assert.deepEqual(await pages(probe, "ready", 10), [last]);
    });

    // What is left over when a call has done as much as it may must not be taken for a waiting task.
    for (const count of [1_001, 3_000, 3_003]) {
      it(`onKey finds none of ${count} tasks of its key that have expired`, async (probe) => {
        const line = { key: "k", ttlMs: 100 };
        const old = await probe.storage.putTasks(
          Array.from({ length: count }, () => request(line)),
        );
        await probe.advance(100);
        for (const onKey of ["keep", "wake", "replace"] as const) {
          const id = await probe.put({ key: "k", onKey });
          assert.ok(!old.includes(id), `${onKey} has found task ${id}, which has expired`);
          await probe.storage.cancelTask([id]);
        }
      });
    }

    it("clearQueue cancels what is there, and not what has expired", async (probe) => {
      await putMany(probe, { ttlMs: 100, partition: "p" });
      await probe.put({ partition: "p" });
      await probe.advance(100);
      assert.equal(await probe.storage.clearQueue(QUEUE), 1);
      const { cancelledTotal, expiredTotal, totalTasks } = await probe.stat();
      assert.deepEqual([cancelledTotal, expiredTotal, totalTasks], [1, MANY, 0]);
    });

    it("every lease that is over is lost", async (probe) => {
      await putMany(probe, { partition: "p" });
      const tasks = await probe.take(MANY, QUEUE, 100);
      assert.equal(tasks.length, MANY);
      await probe.advance(100);
      const { settled, lost } = await probe.storage.doneTask(tasks);
      assert.deepEqual([settled, lost.length], [0, MANY]);
    });

    it("no task is given out early", async (probe) => {
      await putMany(probe, { delayMs: 100, partition: "p" });
      const later = await probe.put({ delayMs: 101, priority: 0 });
      await probe.advance(100);
      const taken = await probe.take(MANY + 1);
      assert.ok(!taken.some(({ taskId }) => taskId === later));
    });
  });
}
