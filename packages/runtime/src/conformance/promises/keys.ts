import assert from "node:assert/strict";
import { idsOf, OTHER, QUEUE, request, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

export function keyPromises({ group, it }: Suite): void {
  group("keys: exclusion", () => {
    it("a batch holds at most one task of a key", async (probe) => {
      const first = await probe.put({ key: "a" });
      await probe.put({ key: "a" });
      const other = await probe.put({ key: "b" });
      assert.deepEqual(sorted(idsOf(await probe.take(10))), sorted([first, other]));
    });

    it("no task is given out while another of its key is taken", async (probe) => {
      await probe.put({ key: "a" });
      await probe.takeOne();
      const late = await probe.put({ key: "a" });
      assert.deepEqual(await probe.take(10), []);
      assert.equal(await probe.stateOf(late), "blocked");
    });

    it("tasks without a key do not exclude each other", async (probe) => {
      const ids = await probe.storage.putTasks([request(), request()]);
      assert.deepEqual(sorted(idsOf(await probe.take(10))), sorted(ids));
    });

    it("the same key in another queue is another key", async (probe) => {
      await probe.put({ key: "a" });
      const other = await probe.put({ key: "a", queueNum: OTHER });
      await probe.takeOne();
      assert.deepEqual(idsOf(await probe.take(1, OTHER)), [other]);
    });

    it("all but the head are blocked, whatever their priority and start", async (probe) => {
      const head = await probe.put({ key: "k", priority: 200, delayMs: 1_000 });
      const urgent = await probe.put({ key: "k", priority: 0 });
      const old = await probe.put({ key: "k", startTime: new Date(0) });
      const states = [head, urgent, old].map((id) => probe.stateOf(id));
      assert.deepEqual(await Promise.all(states), ["delayed", "blocked", "blocked"]);
      assert.deepEqual(await probe.take(10), []);
    });

    it("within a key tasks are taken strictly by id, whatever their priority and start", async (probe) => {
      const ids = [
        await probe.put({ key: "k", priority: 9 }),
        await probe.put({ key: "k", priority: 0 }),
        await probe.put({ key: "k", priority: 5, startTime: new Date(0) }),
        await probe.put({ key: "k", priority: 1 }),
      ];
      const taken: number[] = [];
      for (const _ of ids) {
        const [task, ...more] = await probe.take(10);
        assert.ok(task && more.length === 0, "one task of the key at a time");
        taken.push(task.taskId);
        await probe.storage.doneTask([task]);
      }
      assert.deepEqual(taken, ids);
    });

    it("10 concurrent consumers never hold two tasks of a key, and keep each key's order", async (probe) => {
      const { storage } = probe;
      const keys = ["a", "b", "c", "d", "e"];
      const puts = Array.from({ length: 100 }, (_, i) => request({ key: keys[i % 5] ?? "a" }));
      const ids = await storage.putTasks(puts);
      const held = new Set<string>();
      const order = new Map<string, number[]>(keys.map((key) => [key, []]));
      const consume = async () => {
        for (let idle = 0; idle < 50; ) {
          const batch = await storage.getTask(QUEUE, 2);
          idle = batch.length === 0 ? idle + 1 : 0;
          for (const { key, taskId } of batch) {
            assert.ok(key !== null && !held.has(key), `two tasks of key ${key} are held`);
            held.add(key);
            order.get(key)?.push(taskId);
          }
          await Promise.resolve();
          for (const { key } of batch) held.delete(key ?? "");
          await storage.doneTask(batch);
        }
      };
      await Promise.all(Array.from({ length: 10 }, consume));
      for (const [key, taken] of order) {
        const expected = ids.filter((_, i) => puts[i]?.key === key);
        assert.deepEqual(taken, expected, `the order of key ${key}`);
      }
    });
  });

  group("keys: freeing", () => {
    it("a freed task starts at the moment it is freed, if its own start is earlier", async (probe) => {
      await probe.put({ key: "k" });
      const next = await probe.put({ key: "k" });
      const head = await probe.takeOne();
      await probe.advance(40);
      await probe.storage.doneTask([head]);
      const { state, startTime } = await probe.info(next);
      assert.deepEqual([state, startTime], ["ready", new Date(await probe.now())]);
      assert.equal((await probe.takeOne()).prevStartTime, null);
    });

    it("a freed task with a later start of its own is delayed until then", async (probe) => {
      await probe.put({ key: "k" });
      const startTime = new Date((await probe.now()) + 100);
      const next = await probe.put({ key: "k", startTime });
      const head = await probe.takeOne();
      await probe.advance(40);
      await probe.storage.doneTask([head]);
      const info = await probe.info(next);
      assert.deepEqual([info.state, info.startTime], ["delayed", startTime]);
      await probe.advance(60);
      assert.equal(await probe.stateOf(next), "ready");
    });

    it("a key freed by expiry is freed at that moment, however late anyone looks", async (probe) => {
      const now = await probe.now();
      await probe.put({ key: "k", ttlMs: 100 });
      const next = await probe.put({ key: "k" });
      await probe.advance(5_000);
      const { state, startTime } = await probe.info(next);
      assert.deepEqual([state, startTime], ["ready", new Date(now + 100)]);
    });

    it("expiries along a key happen one after another, each at its own time", async (probe) => {
      const now = await probe.now();
      await probe.put({ key: "k", ttlMs: 300 });
      await probe.put({ key: "k", ttlMs: 100 });
      await probe.put({ key: "k", ttlMs: 500 });
      const last = await probe.put({ key: "k" });
      await probe.advance(400);
      assert.equal(await probe.stateOf(last), "blocked");
      await probe.advance(10_000);
      const { state, startTime } = await probe.info(last);
      assert.deepEqual([state, startTime], ["ready", new Date(now + 500)]);
      assert.equal((await probe.stat()).expiredTotal, 3);
    });

    it("a head that times out after its ttl frees the key at its deadline", async (probe) => {
      const now = await probe.now();
      await probe.put({ key: "k", ttlMs: 100 });
      const next = await probe.put({ key: "k" });
      await probe.takeOne(QUEUE, 250);
      await probe.advance(9_000);
      const { state, startTime } = await probe.info(next);
      assert.deepEqual([state, startTime], ["ready", new Date(now + 250)]);
    });

    it("a task that expired while it was blocked does not free the key, nor move the moment", async (probe) => {
      const now = await probe.now();
      await probe.put({ key: "k", ttlMs: 30 });
      await probe.put({ key: "k", ttlMs: 50 });
      const last = await probe.put({ key: "k" });
      await probe.takeOne(QUEUE, 100);
      await probe.advance(200);
      const { state, startTime } = await probe.info(last);
      assert.deepEqual([state, startTime], ["ready", new Date(now + 100)]);
    });

    it("a blocked task that is cancelled leaves the rest of the line as it was", async (probe) => {
      const [head, middle, last] = [
        await probe.put({ key: "k" }),
        await probe.put({ key: "k" }),
        await probe.put({ key: "k" }),
      ];
      await probe.storage.cancelTask([middle]);
      assert.equal(await probe.stateOf(last), "blocked");
      await probe.storage.doneTask([await probe.takeOne()]);
      assert.equal(await probe.stateOf(head), "gone");
      assert.deepEqual(idsOf(await probe.take(10)), [last]);
    });
  });
}
