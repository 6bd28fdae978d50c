import assert from "node:assert/strict";
import { bytes, idsOf, OTHER, QUEUE, request, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

const MIB = 1024 * 1024;

export function takePromises({ group, it, options }: Suite): void {
  group("take", () => {
    it("a taken task is hidden from every other caller", async ({ put, take, storage }) => {
      const id = await put();
      assert.deepEqual(idsOf(await take(10)), [id]);
      assert.deepEqual(await storage.getTask(QUEUE, 10), []);
    });

    it("a task carries what was put, and begins with attempts 0 and lease 1", async (probe) => {
      const headers = { traceparent: "00-1", tenant: "a" };
      const now = new Date(await probe.now());
      const id = await probe.put({ data: bytes("hello"), priority: 7, key: "k", headers });
      const task = await probe.takeOne();
      assert.deepEqual(
        { ...task, data: [...task.data], headers: { ...task.headers } },
        {
          taskId: id,
          lease: 1,
          queueNum: QUEUE,
          data: [...bytes("hello")],
          attempts: 0,
          timeouts: 0,
          createdAt: now,
          startTime: now,
          prevStartTime: null,
          priority: 7,
          key: "k",
          headers,
        },
      );
    });

    it("priority is 0, key and headers are null unless given", async ({ put, takeOne }) => {
      await put();
      const { priority, key, headers } = await takeOne();
      assert.deepEqual({ priority, key, headers }, { priority: 0, key: null, headers: null });
    });

    it("getTask never waits: it resolves to [] when nothing is ready", async (probe) => {
      await probe.put({ delayMs: 1_000 });
      const call = probe.watch(probe.storage.getTask(QUEUE, 1));
      assert.deepEqual(await call.answer(), []);
    });

    it("getTask of a queue nobody has put into is [], and does not make the queue appear", async ({
      storage,
    }) => {
      assert.deepEqual(await storage.getTask(77, 1), []);
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });

    it("getTask gives at most `count` tasks", async ({ storage }) => {
      await storage.putTasks(Array.from({ length: 5 }, () => request()));
      const first = await storage.getTask(QUEUE, 3);
      assert.ok(first.length >= 1 && first.length <= 3, `gave ${first.length} for a count of 3`);
      if (options.order === "queue") assert.equal(first.length, 3);
    });

    it("queues are isolated: a task is given out by its own queue only", async (probe) => {
      const mine = await probe.put();
      const other = await probe.put({ queueNum: OTHER });
      assert.deepEqual(idsOf(await probe.take(10, OTHER)), [other]);
      assert.deepEqual(idsOf(await probe.take(10)), [mine]);
      assert.equal((await probe.stat(OTHER)).takenTasks, 1);
      assert.equal((await probe.stat(QUEUE)).takenTasks, 1);
    });

    it("the lease grows by 1 every time the task is taken, however it came back", async (probe) => {
      const { storage, takeOne, advance } = probe;
      const id = await probe.put();
      const first = await takeOne();
      await storage.retryTask([{ ...lease(first), delayMs: 0 }]);
      const second = await takeOne();
      await storage.releaseTask([second]);
      const third = await takeOne(QUEUE, 10);
      await advance(10);
      const fourth = await takeOne();
      await storage.buryTask([{ ...lease(fourth), error: "broken" }]);
      await storage.kickTask(QUEUE, [id]);
      const fifth = await takeOne();
      const leases = [first, second, third, fourth, fifth].map((task) => task.lease);
      assert.deepEqual(leases, [1, 2, 3, 4, 5]);
    });

    it("100 tasks and 10 concurrent consumers: each task is taken exactly once", async (probe) => {
      const { storage } = probe;
      const ids = await storage.putTasks(Array.from({ length: 100 }, () => request()));
      const consume = async () => {
        const mine: number[] = [];
        while (mine.length <= ids.length) {
          const batch = await storage.getTask(QUEUE, 3);
          if (batch.length === 0) break;
          mine.push(...idsOf(batch));
        }
        return mine;
      };
      const taken = (await Promise.all(Array.from({ length: 10 }, consume))).flat();
      assert.deepEqual(sorted(taken), sorted(ids));
      assert.equal((await probe.stat()).takenTasks, 100);
    });

    it("a batch stops before the payload that would exceed 8 MiB", async ({ storage }) => {
      const data = new Uint8Array(Math.min(options.maxPayloadBytes ?? MIB, MIB));
      const fitting = Math.floor((8 * MIB) / data.byteLength);
      const puts = Array.from({ length: fitting + 1 }, () => request({ data, partition: "p" }));
      for (let i = 0; i < puts.length; i += 16) await storage.putTasks(puts.slice(i, i + 16));
      const batch = await storage.getTask(QUEUE, fitting + 1);
      assert.equal(batch.length, fitting);
      assert.equal((await storage.getTask(QUEUE, fitting + 1)).length, 1);
    });
  });
}

const lease = ({ taskId, lease }: { taskId: number; lease: number }) => ({ taskId, lease });
