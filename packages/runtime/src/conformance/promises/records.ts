import assert from "node:assert/strict";
import type { FullStorage } from "../../full-storage.js";
import { bytes, PARTITION } from "../probe.js";
import type { Suite } from "../suite.js";

const partition = PARTITION;
const MIB = 1024 * 1024;

async function set(storage: FullStorage, key: string, text = "v"): Promise<void> {
  const result = await storage.commit({ partition, set: [{ key, value: bytes(text) }] });
  assert.deepEqual(result, { ok: true, ids: [] });
}

/** Its version and its value as text; empty if there is none. */
async function read(storage: FullStorage, key: string): Promise<unknown[]> {
  const records = await storage.getRecords([key], { partition });
  return records.flatMap(({ version, value }) => [version, Buffer.from(value).toString()]);
}

export function recordPromises({ group, it }: Suite): void {
  group("records", () => {
    it("a record has the value set last and a version that grows by 1 per set", async ({
      storage,
    }) => {
      await set(storage, "a", "one");
      assert.deepEqual(await read(storage, "a"), [1, "one"]);
      await set(storage, "a", "two");
      await set(storage, "a", "two");
      assert.deepEqual(await read(storage, "a"), [3, "two"]);
    });

    it("after del a record is absent and its version starts again at 1", async ({ storage }) => {
      await set(storage, "a");
      await set(storage, "a");
      await storage.commit({ partition, del: ["a", "never was"] });
      assert.deepEqual(await storage.getRecords(["a"], { partition }), []);
      await set(storage, "a");
      assert.deepEqual(await read(storage, "a"), [1, "v"]);
    });

    it("an empty value is a record, and keeps its version growing", async ({ storage }) => {
      await set(storage, "a", "");
      await set(storage, "a", "");
      assert.deepEqual(await read(storage, "a"), [2, ""]);
    });

    it("getRecords answers in the order asked and leaves out absent ones", async ({ storage }) => {
      for (const key of ["a", "b", "c"]) await set(storage, key);
      const records = await storage.getRecords(["c", "nope", "a"], { partition });
      assert.deepEqual(
        records.map((record) => record.key),
        ["c", "a"],
      );
      assert.deepEqual(await storage.getRecords([]), []);
    });

    it("listRecords gives the keys of a prefix after a key, up to the limit", async ({
      storage,
    }) => {
      for (const key of ["b/2", "a/1", "b/1", "b/3", "c"]) await set(storage, key, key);
      const list = async (options: { prefix: string; after?: string; limit: number }) =>
        (await storage.listRecords({ ...options, partition })).map((record) => record.key);
      assert.deepEqual(await list({ prefix: "", limit: 10 }), ["a/1", "b/1", "b/2", "b/3", "c"]);
      assert.deepEqual(await list({ prefix: "b/", limit: 10 }), ["b/1", "b/2", "b/3"]);
      assert.deepEqual(await list({ prefix: "b/", limit: 2 }), ["b/1", "b/2"]);
      assert.deepEqual(await list({ prefix: "b/", after: "b/2", limit: 2 }), ["b/3"]);
      assert.deepEqual(await list({ prefix: "", after: "b/2a", limit: 2 }), ["b/3", "c"]);
      assert.deepEqual(await list({ prefix: "b/", after: "a", limit: 1 }), ["b/1"]);
      assert.deepEqual(await list({ prefix: "b/", after: "c", limit: 1 }), []);
      assert.deepEqual(await list({ prefix: "x", limit: 1 }), []);
    });

    it("a record called like the prefix is among those of the prefix, unless it comes not after `after`", async ({
      storage,
    }) => {
      for (const key of ["a", "a/", "a/1", "b"]) await set(storage, key);
      const keys = async (after?: string) => {
        const from = after === undefined ? {} : { after };
        const found = await storage.listRecords({ prefix: "a/", limit: 10, partition, ...from });
        return found.map(({ key }) => key);
      };
      assert.deepEqual(await keys(), ["a/", "a/1"]);
      assert.deepEqual(await keys("a"), ["a/", "a/1"]);
      assert.deepEqual(await keys("a/"), ["a/1"]);
    });

    it("listRecords orders by the bytes of the UTF-8, not by UTF-16", async ({ storage }) => {
      const keys = ["Z", "a", "é", "я", "\uffee", "\u{10000}", "😀", "\u{10fffe}", "\u{10ffff}"];
      for (const key of [...keys].reverse()) await set(storage, key);
      const listed = await storage.listRecords({ prefix: "", limit: 100, partition });
      assert.deepEqual(
        listed.map((record) => record.key),
        keys,
      );
      const rest = await storage.listRecords({ prefix: "", after: "\uffee", limit: 1, partition });
      assert.deepEqual(
        rest.map((record) => record.key),
        ["\u{10000}"],
      );
    });

    it("a page of records stops before the value that would exceed 8 MiB", async ({ storage }) => {
      const value = new Uint8Array(MIB);
      for (let i = 0; i < 9; i++)
        await storage.commit({ partition, set: [{ key: `r${i}`, value }] });
      const page = await storage.listRecords({ prefix: "", limit: 100, partition });
      assert.equal(page.length, 8);
      const rest = await storage.listRecords({ prefix: "", after: "r7", limit: 100, partition });
      assert.equal(rest.length, 1);
    });

    it("values are copied on the way in and on the way out", async ({ storage }) => {
      const value = bytes("stored");
      await storage.commit({ partition, set: [{ key: "a", value }] });
      value.fill(0);
      const got = await storage.getRecords(["a"], { partition });
      const listed = await storage.listRecords({ prefix: "", limit: 1, partition });
      for (const record of [...got, ...listed]) record.value.fill(0);
      assert.deepEqual(await read(storage, "a"), [1, "stored"]);
    });

    it("values come back byte for byte, up to 1 MiB", async ({ storage }) => {
      const value = Uint8Array.from({ length: MIB }, (_, i) => (i * 7 + (i >> 9)) & 255);
      await storage.commit({ partition, set: [{ key: "a", value }] });
      const [record] = await storage.getRecords(["a"], { partition });
      assert.equal(Buffer.compare(record?.value ?? bytes(""), value), 0);
    });

    it("records do not appear among the queues", async ({ storage }) => {
      await set(storage, "a");
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });
  });
}
