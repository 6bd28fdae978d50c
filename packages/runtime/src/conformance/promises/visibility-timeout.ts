import assert from "node:assert/strict";
import type { TaskInfo } from "../../storage-admin.js";
import { type Probe, QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

async function firstReady({ storage }: Probe): Promise<TaskInfo> {
  const { tasks } = await storage.listTasks(QUEUE, "ready", { limit: 1 });
  assert.ok(tasks[0], "the task should be listed as ready");
  return tasks[0];
}

export function visibilityTimeoutPromises({ group, it }: Suite): void {
  group("visibility timeout", () => {
    it("a task comes back when it passes, with attempts, timeouts and its former start", async (probe) => {
      const id = await probe.put();
      const first = await probe.takeOne(QUEUE, 1_000);
      const deadline = new Date((await probe.now()) + 1_000);
      await probe.advance(1_000);
      const second = await probe.takeOne();
      assert.deepEqual(
        [second.taskId, second.lease, second.attempts, second.timeouts],
        [id, 2, 1, 1],
      );
      assert.deepEqual(second.startTime, deadline);
      assert.deepEqual(second.prevStartTime, first.startTime);
    });

    it("a task does not come back a millisecond before its deadline", async (probe) => {
      const id = await probe.put();
      await probe.takeOne(QUEUE, 1_000);
      await probe.advance(999);
      assert.deepEqual(await probe.take(1), []);
      assert.equal(await probe.stateOf(id), "taken");
    });

    it("it is 60 s unless the get says otherwise", async (probe) => {
      const id = await probe.put();
      const now = await probe.now();
      await probe.takeOne();
      assert.deepEqual((await probe.info(id)).deadline, new Date(now + 60_000));
      await probe.advance(59_999);
      assert.equal(await probe.stateOf(id), "taken");
      await probe.advance(1);
      assert.equal(await probe.stateOf(id), "ready");
    });

    it("it happens exactly once, however much time passes", async (probe) => {
      const id = await probe.put();
      await probe.takeOne(QUEUE, 100);
      await probe.advance(10_000);
      const { attempts, timeouts } = await probe.info(id);
      assert.deepEqual([attempts, timeouts], [1, 1]);
      assert.equal((await probe.stat()).timedOutTotal, 1);
    });

    // Whoever looks first makes the task move: each way of looking is one of its own.
    for (const look of ["peek", "get", "list"] as const) {
      it(`the new start is the deadline, however late the task is looked at by ${look}`, async (probe) => {
        const id = await probe.put();
        const now = await probe.now();
        await probe.takeOne(QUEUE, 100);
        await probe.advance(7_777);
        const { startTime } =
          look === "peek"
            ? await probe.info(id)
            : look === "get"
              ? await probe.takeOne()
              : await firstReady(probe);
        assert.deepEqual(startTime, new Date(now + 100));
      });
    }

    it("attempts count retries and timeouts, timeouts only the latter", async (probe) => {
      const id = await probe.put();
      const { taskId, lease } = await probe.takeOne();
      await probe.storage.retryTask([{ taskId, lease, delayMs: 0 }]);
      await probe.takeOne(QUEUE, 10);
      await probe.advance(10);
      await probe.takeOne(QUEUE, 10);
      await probe.advance(10);
      const { attempts, timeouts } = await probe.info(id);
      assert.deepEqual([attempts, timeouts], [3, 2]);
      const { retriedTotal, timedOutTotal } = await probe.stat();
      assert.deepEqual([retriedTotal, timedOutTotal], [1, 2]);
    });

    it("touch sets the deadline to now plus the given time, further away", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne(QUEUE, 100);
      await probe.advance(60);
      const now = await probe.now();
      const answer = await probe.storage.touchTask([task], 100);
      assert.deepEqual(answer, { settled: 1, lost: [] });
      assert.deepEqual((await probe.info(id)).deadline, new Date(now + 100));
      await probe.advance(99);
      assert.equal(await probe.stateOf(id), "taken");
      assert.deepEqual(await probe.storage.doneTask([task]), { settled: 1, lost: [] });
    });

    it("touch can also bring the deadline nearer", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne();
      await probe.storage.touchTask([task], 10);
      await probe.advance(10);
      assert.equal(await probe.stateOf(id), "ready");
    });

    it("a touched task that times out starts at the touched deadline", async (probe) => {
      const id = await probe.put();
      const now = await probe.now();
      const task = await probe.takeOne(QUEUE, 100);
      await probe.advance(50);
      await probe.storage.touchTask([task], 200);
      await probe.advance(1_000);
      const { startTime, attempts } = await probe.info(id);
      assert.deepEqual([startTime, attempts], [new Date(now + 250), 1]);
    });

    it("touch changes neither the lease nor the attempts", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne();
      await probe.storage.touchTask([task], 120_000);
      const { lease, attempts, timeouts, startTime } = await probe.info(id);
      assert.deepEqual([lease, attempts, timeouts, startTime], [1, 0, 0, task.startTime]);
    });

    it("each task of a batch has the deadline of its own get", async (probe) => {
      const [a, b] = [await probe.put({ key: "a" }), await probe.put({ key: "b" })];
      await probe.take(1, QUEUE, 100);
      await probe.take(1, QUEUE, 200);
      await probe.advance(150);
      const states = [await probe.stateOf(a), await probe.stateOf(b)].sort();
      assert.deepEqual(states, ["ready", "taken"]);
    });
  });
}
