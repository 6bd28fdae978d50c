import assert from "node:assert/strict";
import type { PutTaskRequest, Task } from "../../storage.js";
import { bytes, idsOf, OTHER, QUEUE, rejectsWith, request } from "../probe.js";
import type { Suite } from "../suite.js";

export function putPromises({ group, it, options }: Suite): void {
  group("put", () => {
    it("ids are positive safe integers, each its own", async (probe) => {
      const ids = await probe.storage.putTasks(Array.from({ length: 50 }, () => request()));
      const single = await probe.put();
      for (const id of [...ids, single]) assert.ok(Number.isSafeInteger(id) && id > 0, `${id}`);
      assert.equal(new Set([...ids, single]).size, 51);
    });

    it("ids are never reused: not after done, cancel, expiry or when the queue is empty", async (probe) => {
      const { storage } = probe;
      const seen: number[] = [];
      const fresh = async (ttlMs?: number) => {
        const id = await probe.put({ key: "k", ...(ttlMs === undefined ? {} : { ttlMs }) });
        assert.ok(!seen.includes(id), `id ${id} was used before`);
        seen.push(id);
        return id;
      };
      await fresh();
      await storage.doneTask([await probe.takeOne()]);
      await storage.cancelTask([await fresh()]);
      await fresh(10);
      await probe.advance(10);
      await fresh();
      await storage.clearQueue(QUEUE);
      await fresh();
      assert.equal((await probe.stat()).totalTasks, 1);
    });

    it("payloads come back byte for byte: all byte values, and none at all", async (probe) => {
      const all = Uint8Array.from({ length: 256 }, (_, i) => i);
      await probe.put({ data: all });
      await probe.put({ data: new Uint8Array(), queueNum: OTHER });
      const [full, empty] = [await probe.takeOne(), await probe.takeOne(OTHER)];
      assert.deepEqual([...full.data], [...all]);
      assert.ok(empty.data instanceof Uint8Array);
      assert.equal(empty.data.byteLength, 0);
    });

    it("a payload of exactly the limit comes back byte for byte", async (probe) => {
      const size = options.maxPayloadBytes ?? 1024 * 1024;
      const data = Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 255);
      const id = await probe.put({ data });
      const task = await probe.takeOne();
      assert.equal(Buffer.compare(task.data, data), 0);
      assert.equal(Buffer.compare((await probe.info(id)).data, data), 0);
    });

    it("a payload that is part of a larger buffer is stored as that part only", async (probe) => {
      const data = bytes("abcdefgh").subarray(2, 5);
      await probe.put({ data });
      assert.deepEqual([...(await probe.takeOne()).data], [...bytes("cde")]);
    });

    it("what was put is a copy: changing the array or the headers afterwards changes nothing", async (probe) => {
      const data = bytes("before");
      const headers = { a: "before" };
      const id = await probe.put({ data, headers });
      data.fill(0);
      headers.a = "after";
      const task = await probe.takeOne();
      assert.deepEqual([...task.data], [...bytes("before")]);
      assert.equal(task.headers?.a, "before");
      assert.deepEqual([...(await probe.info(id)).data], [...bytes("before")]);
    });

    it("what was got is a copy: changing it changes nothing stored", async (probe) => {
      const id = await probe.put({ data: bytes("stored"), headers: { a: "stored" } });
      // Frozen objects are as good as copies.
      const spoil = (task: Task) => {
        task.data.fill(0);
        Reflect.set(task.headers ?? {}, "a", "spoilt");
        task.startTime.setTime(0);
      };
      const [first] = await probe.storage.getTask(QUEUE, 1);
      assert.ok(first);
      const at = first.startTime.getTime();
      spoil(first);
      for (const info of await probe.storage.peekTask([id])) spoil(info);
      const listed = await probe.storage.listTasks(QUEUE, "taken", { limit: 1 });
      for (const info of listed.tasks) spoil(info);
      await probe.storage.releaseTask([first]);
      const again = await probe.takeOne();
      assert.deepEqual([...again.data], [...bytes("stored")]);
      assert.equal(again.headers?.a, "stored");
      assert.equal(again.startTime.getTime(), at);
    });

    it("keys and headers of any well-formed text come back as they were", async (probe) => {
      const key = "ключ/😀\u0000\n'\"\\";
      const headers = { "имя 😀": "значение\u0000", "": "", __proto__x: "1" };
      const id = await probe.put({ key, headers });
      const task = await probe.takeOne();
      assert.equal(task.key, key);
      assert.deepEqual({ ...task.headers }, headers);
      assert.equal(await probe.put({ key, onKey: "wake" }), id);
    });

    it("putTasks gives ids in the order of its requests", async (probe) => {
      const { storage } = probe;
      const puts = ["a", "b", "c"].map((text) => request({ data: bytes(text) }));
      const ids = await storage.putTasks(puts);
      const infos = await storage.peekTask(ids);
      assert.deepEqual(
        infos.map((info) => [info.taskId, Buffer.from(info.data).toString()]),
        [
          [ids[0], "a"],
          [ids[1], "b"],
          [ids[2], "c"],
        ],
      );
    });

    it("putTasks puts into several queues at once", async (probe) => {
      const [a, b] = await probe.storage.putTasks([request(), request({ queueNum: OTHER })]);
      assert.deepEqual(idsOf(await probe.take(10)), [a]);
      assert.deepEqual(idsOf(await probe.take(10, OTHER)), [b]);
    });

    it("putTasks is all or nothing: one bad request and none is put", async (probe) => {
      const known = await probe.put({ key: "k", data: bytes("old"), partition: "p" });
      const before = await probe.snapshot([known]);
      const good = { partition: "p" };
      const bad = request({ ...good, priority: 256 });
      const replacing = request({ ...good, key: "k", onKey: "replace", data: bytes("new") });
      await rejectsWith("INVALID_ARGUMENT", () =>
        probe.storage.putTasks([request(good), replacing, bad, request(good)]),
      );
      const large = new Uint8Array((options.maxPayloadBytes ?? 1024 * 1024) + 1);
      await rejectsWith("PAYLOAD_TOO_LARGE", () =>
        probe.storage.putTasks([request(good), request({ ...good, data: large })]),
      );
      assert.deepEqual(await probe.snapshot([known]), before);
    });

    it("putTasks of nothing is [] and makes no queue appear", async ({ storage }) => {
      assert.deepEqual(await storage.putTasks([]), []);
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });

    it("putTasks takes 10,000 tasks in one call", async (probe) => {
      const puts: PutTaskRequest[] = Array.from({ length: 10_000 }, () => request());
      const ids = await probe.storage.putTasks(puts);
      assert.equal(new Set(ids).size, 10_000);
      assert.equal((await probe.stat()).readyTasks, 10_000);
    });

    it("a put never stops another: concurrent puts all arrive", async (probe) => {
      const calls = Array.from({ length: 200 }, () => probe.put());
      const ids = await Promise.all(calls);
      assert.equal(new Set(ids).size, 200);
      assert.equal((await probe.stat()).readyTasks, 200);
    });
  });
}
