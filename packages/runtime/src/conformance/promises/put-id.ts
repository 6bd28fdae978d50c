import assert from "node:assert/strict";
import { bytes, OTHER, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";

const HOUR = 3_600_000;

export function putIdPromises({ group, it }: Suite): void {
  group("putId", () => {
    it("a repeated put returns the first id, inserts nothing and counts nothing", async (probe) => {
      const id = await probe.put({ putId: "p1", data: bytes("first") });
      assert.equal(await probe.put({ putId: "p1", data: bytes("second") }), id);
      const { totalTasks, putTotal } = await probe.stat();
      assert.deepEqual([totalTasks, putTotal], [1, 1]);
      assert.deepEqual((await probe.info(id)).data, bytes("first"));
    });

    it("a repeated put finds the first id also after the task is done", async (probe) => {
      const id = await probe.put({ putId: "p1" });
      await probe.storage.doneTask([await probe.takeOne()]);
      assert.equal(await probe.put({ putId: "p1" }), id);
      assert.deepEqual(await probe.take(1), []);
      assert.equal((await probe.stat()).putTotal, 1);
    });

    it("a repeated put finds the first id also after the task was cancelled, cleared or expired", async (probe) => {
      const cancelled = await probe.put({ putId: "p1" });
      await probe.storage.cancelTask([cancelled]);
      assert.equal(await probe.put({ putId: "p1" }), cancelled);
      const cleared = await probe.put({ putId: "p2" });
      await probe.storage.clearQueue(QUEUE);
      assert.equal(await probe.put({ putId: "p2" }), cleared);
      const expired = await probe.put({ putId: "p3", ttlMs: 10 });
      await probe.advance(10);
      assert.equal(await probe.put({ putId: "p3" }), expired);
      assert.equal((await probe.stat()).totalTasks, 0);
    });

    it("it is remembered within an hour of the first put, and not much longer", async (probe) => {
      const id = await probe.put({ putId: "p1" });
      await probe.advance(HOUR / 2);
      assert.equal(await probe.put({ putId: "p1" }), id);
      await probe.advance(HOUR / 2 - 1);
      assert.equal(await probe.put({ putId: "p1" }), id);
      await probe.advance(2);
      assert.notEqual(await probe.put({ putId: "p1" }), id);
      assert.equal((await probe.stat()).putTotal, 2);
    });

    it("a new put by a forgotten putId is remembered in its turn", async (probe) => {
      const first = await probe.put({ putId: "p1" });
      await probe.advance(HOUR + 1);
      const second = await probe.put({ putId: "p1" });
      assert.notEqual(second, first);
      await probe.advance(HOUR - 1);
      assert.equal(await probe.put({ putId: "p1" }), second);
    });

    it("the same putId in another queue is another putId", async (probe) => {
      const id = await probe.put({ putId: "p1" });
      const other = await probe.put({ putId: "p1", queueNum: OTHER });
      assert.notEqual(other, id);
      assert.equal((await probe.stat(OTHER)).putTotal, 1);
    });

    it("within one putTasks the second gets the first's id", async (probe) => {
      const ids = await probe.storage.putTasks([
        request({ putId: "p1" }),
        request({ putId: "p2" }),
        request({ putId: "p1" }),
      ]);
      assert.equal(ids[2], ids[0]);
      assert.notEqual(ids[1], ids[0]);
      assert.equal((await probe.stat()).totalTasks, 2);
    });

    it("it is checked before onKey", async (probe) => {
      const first = await probe.put({ key: "k", putId: "p1", data: bytes("first") });
      const last = await probe.put({ key: "k" });
      const again = await probe.put({ key: "k", putId: "p1", onKey: "replace", data: bytes("no") });
      assert.equal(again, first);
      assert.deepEqual((await probe.info(first)).data, bytes("first"));
      assert.deepEqual((await probe.info(last)).data, bytes("x"));
    });

    it("it remembers the task that onKey found", async (probe) => {
      const first = await probe.put({ key: "k" });
      assert.equal(await probe.put({ key: "k", onKey: "keep", putId: "p1" }), first);
      await probe.storage.doneTask([await probe.takeOne()]);
      assert.equal(await probe.put({ key: "k", onKey: "keep", putId: "p1" }), first);
      assert.equal((await probe.stat()).totalTasks, 0);
    });
  });
}
