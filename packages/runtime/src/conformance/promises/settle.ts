import assert from "node:assert/strict";
import type { Task } from "../../storage.js";
import { idsOf, OTHER, QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

const leaseOf = ({ taskId, lease }: Task) => ({ taskId, lease });

export function settlePromises({ group, it }: Suite): void {
  group("settle", () => {
    it("done removes the task for good", async (probe) => {
      const id = await probe.put();
      assert.deepEqual(await probe.storage.doneTask([await probe.takeOne()]), {
        settled: 1,
        lost: [],
      });
      assert.equal(await probe.stateOf(id), "gone");
      await probe.advance(100_000);
      assert.deepEqual(await probe.take(1), []);
      assert.equal((await probe.stat()).totalTasks, 0);
    });

    it("retry into the future delays the task, with attempts + 1 and its former start", async (probe) => {
      const id = await probe.put();
      const first = await probe.takeOne();
      await probe.advance(5);
      const nextStartTime = new Date((await probe.now()) + 1_000);
      const answer = await probe.storage.retryTask([{ ...leaseOf(first), nextStartTime }]);
      assert.deepEqual(answer, { settled: 1, lost: [] });
      assert.equal(await probe.stateOf(id), "delayed");
      await probe.advance(999);
      assert.deepEqual(await probe.take(1), []);
      await probe.advance(1);
      const second = await probe.takeOne();
      assert.deepEqual(
        [second.taskId, second.attempts, second.timeouts, second.startTime, second.prevStartTime],
        [id, 1, 0, nextStartTime, first.startTime],
      );
    });

    it("retry into the past makes the task ready at once, with the start as given", async (probe) => {
      await probe.put();
      const first = await probe.takeOne();
      const nextStartTime = new Date((await probe.now()) - 1_000);
      await probe.storage.retryTask([{ ...leaseOf(first), nextStartTime }]);
      const second = await probe.takeOne();
      assert.deepEqual(second.startTime, nextStartTime);
      assert.deepEqual(second.prevStartTime, first.startTime);
      assert.equal(second.attempts, 1);
    });

    it("the delayMs of a retry counts from the storage's now", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne();
      await probe.advance(30);
      const now = await probe.now();
      await probe.storage.retryTask([{ ...leaseOf(task), delayMs: 70 }]);
      assert.deepEqual((await probe.info(id)).startTime, new Date(now + 70));
    });

    it("retries are unlimited: the storage never drops a task for them", async (probe) => {
      const id = await probe.put();
      for (let attempt = 0; attempt < 300; attempt++) {
        const task = await probe.takeOne();
        assert.equal(task.attempts, attempt);
        await probe.storage.retryTask([{ ...leaseOf(task), delayMs: 0 }]);
      }
      assert.equal((await probe.info(id)).attempts, 300);
    });

    it("release gives the task back at once, with attempts and times as they were", async (probe) => {
      await probe.put();
      const first = await probe.takeOne();
      await probe.storage.retryTask([{ ...leaseOf(first), delayMs: 10 }]);
      await probe.advance(10);
      const second = await probe.takeOne();
      await probe.advance(7);
      assert.deepEqual(await probe.storage.releaseTask([second]), { settled: 1, lost: [] });
      const third = await probe.takeOne();
      assert.deepEqual(third, { ...second, lease: 3 });
    });

    it("bury keeps the task with its error among the dead, and nobody is given it", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne();
      const answer = await probe.storage.buryTask([{ ...leaseOf(task), error: "no such user" }]);
      assert.deepEqual(answer, { settled: 1, lost: [] });
      await probe.advance(100_000);
      assert.deepEqual(await probe.take(1), []);
      const { state, error, deadline } = await probe.info(id);
      assert.deepEqual(
        { state, error, deadline },
        {
          state: "dead",
          error: "no such user",
          deadline: null,
        },
      );
    });

    it("the error of a retry is kept, until a retry brings another", async (probe) => {
      const id = await probe.put();
      const errorAfter = async (retry: { error?: string }) => {
        const task = await probe.takeOne();
        await probe.storage.retryTask([{ ...leaseOf(task), delayMs: 0, ...retry }]);
        return (await probe.info(id)).error;
      };
      assert.equal((await probe.info(id)).error, null);
      assert.equal(await errorAfter({ error: "first" }), "first");
      assert.equal(await errorAfter({}), "first");
      assert.equal(await errorAfter({ error: "second" }), "second");
    });

    it("release and visibility timeout leave the error alone", async (probe) => {
      const id = await probe.put();
      const task = await probe.takeOne();
      await probe.storage.retryTask([{ ...leaseOf(task), delayMs: 0, error: "first" }]);
      await probe.storage.releaseTask([await probe.takeOne()]);
      assert.equal((await probe.info(id)).error, "first");
      await probe.takeOne(QUEUE, 10);
      await probe.advance(10);
      assert.equal((await probe.info(id)).error, "first");
    });

    it("an error longer than 4,096 characters is cut, not refused", async (probe) => {
      const [retried, buried] = [await probe.put(), await probe.put({ queueNum: OTHER })];
      const error = "e".repeat(5_000);
      const cut = "e".repeat(4_096);
      await probe.storage.retryTask([{ ...leaseOf(await probe.takeOne()), delayMs: 0, error }]);
      await probe.storage.buryTask([{ ...leaseOf(await probe.takeOne(OTHER)), error }]);
      assert.equal((await probe.info(retried)).error, cut);
      assert.equal((await probe.info(buried)).error, cut);
      await probe.storage.buryWaiting([retried], error);
      assert.equal((await probe.info(retried)).error, cut);
    });

    it("an error is kept as well-formed text: not cut within a pair, half pairs replaced", async (probe) => {
      const errorOf = async (error: string) => {
        const id = await probe.put();
        await probe.storage.buryWaiting([id], error);
        return (await probe.info(id)).error;
      };
      assert.equal(await errorOf("не найдено 😀"), "не найдено 😀");
      assert.equal(await errorOf(`${"e".repeat(4_095)}😀`), "e".repeat(4_095));
      assert.equal(await errorOf("half \ud83d of it"), "half \ufffd of it");
    });

    it("one call settles tasks of several queues", async (probe) => {
      await probe.put();
      await probe.put({ queueNum: OTHER });
      const held = [await probe.takeOne(), await probe.takeOne(OTHER)];
      assert.deepEqual(await probe.storage.doneTask(held), { settled: 2, lost: [] });
      assert.equal((await probe.stat(OTHER)).doneTotal, 1);
    });

    it("a task settled as a whole Task object, with all its properties, is settled", async (probe) => {
      await probe.put();
      const task = await probe.takeOne();
      const answer = await probe.storage.retryTask([{ ...task, delayMs: 0 }]);
      assert.deepEqual(answer, { settled: 1, lost: [] });
      assert.deepEqual(idsOf(await probe.take(1)), [task.taskId]);
    });
  });
}
