import assert from "node:assert/strict";
import type { Task, TaskId } from "../../storage.js";
import { idsOf, type Probe, QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

const leaseOf = ({ taskId, lease }: Task) => ({ taskId, lease });

async function line(probe: Probe, length: number): Promise<TaskId[]> {
  const ids: TaskId[] = [];
  for (let i = 0; i < length; i++) ids.push(await probe.put({ key: "k" }));
  return ids;
}

/** Ends with the line served to its end, so that a key which stays locked is seen. */
async function serve(probe: Probe): Promise<TaskId[]> {
  const served: TaskId[] = [];
  for (let batch = await probe.take(10); batch.length > 0; batch = await probe.take(10)) {
    served.push(...idsOf(batch));
    assert.ok(served.length < 100, "tasks that are done are given out again");
    await probe.storage.doneTask(batch);
  }
  return served;
}

export function keyOrderPromises({ group, it }: Suite): void {
  group("keys: order", () => {
    it("a retried head keeps the key, also when it is delayed", async (probe) => {
      const [a, b, c] = await line(probe, 3);
      await probe.storage.retryTask([{ ...leaseOf(await probe.takeOne()), delayMs: 100 }]);
      assert.deepEqual(await probe.take(10), []);
      assert.equal(await probe.stateOf(b as TaskId), "blocked");
      await probe.advance(100);
      assert.deepEqual(await serve(probe), [a, b, c]);
    });

    it("a released head keeps the key", async (probe) => {
      const ids = await line(probe, 3);
      await probe.storage.releaseTask([await probe.takeOne()]);
      assert.deepEqual(await serve(probe), ids);
    });

    it("a head that timed out keeps the key", async (probe) => {
      const ids = await line(probe, 3);
      await probe.takeOne(QUEUE, 100);
      await probe.advance(100);
      assert.deepEqual(await serve(probe), ids);
    });

    it("a buried head frees the key", async (probe) => {
      const [, b, c] = await line(probe, 3);
      await probe.storage.buryTask([{ ...leaseOf(await probe.takeOne()), error: "broken" }]);
      assert.deepEqual(await serve(probe), [b, c]);
    });

    it("a head buried while waiting frees the key", async (probe) => {
      const [a, b, c] = await line(probe, 3);
      await probe.storage.buryWaiting([a as TaskId], "not wanted");
      assert.deepEqual(await serve(probe), [b, c]);
    });

    it("a cancelled head frees the key", async (probe) => {
      const [a, b, c] = await line(probe, 3);
      await probe.storage.cancelTask([a as TaskId]);
      assert.deepEqual(await serve(probe), [b, c]);
    });

    it("several tasks of a line cancelled at once leave the rest in order", async (probe) => {
      const [a, b, c, d] = await line(probe, 4);
      await probe.storage.cancelTask([a as TaskId, c as TaskId]);
      assert.deepEqual(await serve(probe), [b, d]);
    });

    it("an expired head frees the key", async (probe) => {
      await probe.put({ key: "k", ttlMs: 100 });
      const rest = await line(probe, 2);
      await probe.advance(100);
      assert.deepEqual(await serve(probe), rest);
    });

    it("a head found expired on its return frees the key", async (probe) => {
      await probe.put({ key: "k", ttlMs: 100 });
      const rest = await line(probe, 2);
      const head = await probe.takeOne();
      await probe.advance(100);
      await probe.storage.releaseTask([head]);
      assert.deepEqual(await serve(probe), rest);
    });

    it("a kicked task whose key is free is ready", async (probe) => {
      const [a] = await line(probe, 1);
      await probe.storage.buryWaiting([a as TaskId], "broken");
      await probe.storage.kickTask(QUEUE, [a as TaskId]);
      assert.equal(await probe.stateOf(a as TaskId), "ready");
    });

    it("a kicked task whose key is occupied is blocked, and takes its place by id", async (probe) => {
      const [a, b, c] = await line(probe, 3);
      await probe.storage.buryWaiting([a as TaskId], "broken");
      const held = await probe.takeOne();
      assert.equal(held.taskId, b);
      await probe.storage.kickTask(QUEUE, [a as TaskId]);
      assert.equal(await probe.stateOf(a as TaskId), "blocked");
      await probe.storage.doneTask([held]);
      assert.deepEqual(await serve(probe), [a, c]);
    });

    it("a kicked task does not push a waiting head of a higher id out of its place", async (probe) => {
      const [a, b, c] = await line(probe, 3);
      await probe.storage.buryWaiting([a as TaskId], "broken");
      await probe.storage.kickTask(QUEUE, [a as TaskId]);
      assert.deepEqual(await Promise.all([a, b, c].map((id) => probe.stateOf(id as TaskId))), [
        "blocked",
        "ready",
        "blocked",
      ]);
      assert.deepEqual(await serve(probe), [b, a, c]);
    });

    it("of two kicked tasks of a free key the first kicked becomes its head", async (probe) => {
      const [a, b] = (await line(probe, 2)) as [TaskId, TaskId];
      await probe.storage.buryWaiting([a, b], "broken");
      await probe.storage.kickTask(QUEUE, [b, a]);
      assert.deepEqual([await probe.stateOf(a), await probe.stateOf(b)], ["blocked", "ready"]);
      assert.deepEqual(await serve(probe), [b, a]);
    });

    it("a dead task does not hold its key", async (probe) => {
      const [a] = await line(probe, 1);
      await probe.storage.buryWaiting([a as TaskId], "broken");
      const next = await probe.put({ key: "k" });
      assert.deepEqual(idsOf(await probe.take(10)), [next]);
    });
  });
}
