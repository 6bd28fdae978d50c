import assert from "node:assert/strict";
import type { FullStorage } from "../../full-storage.js";
import { bytes, OTHER, PARTITION, QUEUE, rejectsWith, request } from "../probe.js";
import type { Suite } from "../suite.js";

const MIB = 1024 * 1024;
const partition = PARTITION;

/** Both numbers must reach the program and the person. */
async function tooLarge(size: number, limit: number, call: () => Promise<unknown>): Promise<void> {
  const error = await rejectsWith("PAYLOAD_TOO_LARGE", call);
  assert.deepEqual([error.details.size, error.details.limit], [size, limit]);
  assert.ok(error.message.includes(`${size}`), `the size is missing in: ${error.message}`);
  assert.ok(error.message.includes(`${limit}`), `the limit is missing in: ${error.message}`);
}

const LONGEST = "k".repeat(512);
/** 513 bytes of UTF-8, though only 257 characters. */
const TOO_LONG = `${"я".repeat(256)}k`;

/** Calls that name a key, a putId or a record, with the name to try. */
const NAMED: Readonly<Record<string, (storage: FullStorage, name: string) => Promise<unknown>>> = {
  key: (storage, key) => storage.putTask(request({ key })),
  putId: (storage, putId) => storage.putTask(request({ putId })),
  "record key in get": (storage, key) => storage.getRecords([key]),
  "record key in set": (storage, key) => storage.commit({ set: [{ key, value: bytes("") }] }),
  "record key in del": (storage, key) => storage.commit({ del: [key] }),
  "record key in expect": (storage, key) => storage.commit({ expect: [{ key, version: 0 }] }),
};

export function limitPromises({ group, it, options }: Suite): void {
  const limit = options.maxPayloadBytes ?? MIB;

  group("limits", () => {
    it("a payload over the limit is PAYLOAD_TOO_LARGE, with size and limit", async ({
      storage,
    }) => {
      const large = request({ data: new Uint8Array(limit + 1), partition });
      await tooLarge(limit + 1, limit, () => storage.putTask(large));
      await tooLarge(limit + 1, limit, () => storage.putTasks([request({ partition }), large]));
      await tooLarge(limit + 1, limit, () => storage.commit({ partition, put: [large] }));
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });

    it("payloads of one call over 32 MiB together are PAYLOAD_TOO_LARGE", async ({ storage }) => {
      const data = new Uint8Array(Math.min(limit, MIB));
      const count = Math.floor((32 * MIB) / data.byteLength);
      const puts = Array.from({ length: count }, () => request({ data, partition }));
      const rest = new Uint8Array(32 * MIB - count * data.byteLength + 1);
      puts.push(request({ data: rest, partition }));
      await tooLarge(32 * MIB + 1, 32 * MIB, () => storage.putTasks(puts));
      await tooLarge(32 * MIB + 1, 32 * MIB, () => storage.commit({ partition, put: puts }));
      assert.equal((await storage.getStat()).queueStats.size, 0);
    });

    it("a call may have 32 MiB of payloads or of record values", async ({ storage }) => {
      const data = new Uint8Array(Math.min(limit, MIB));
      const count = Math.min(10_000, Math.floor((32 * MIB) / data.byteLength));
      const puts = Array.from({ length: count }, () => request({ data, partition }));
      assert.equal((await storage.putTasks(puts)).length, count);
      const value = new Uint8Array(MIB);
      const set = Array.from({ length: 33 }, (_, i) => ({ key: `r${i}`, value }));
      await tooLarge(33 * MIB, 32 * MIB, () => storage.commit({ partition, set }));
      const { ok } = await storage.commit({ partition, set: set.slice(1) });
      assert.equal(ok, true);
      assert.equal((await storage.getRecords(["r0", "r32"], { partition })).length, 1);
    });

    it("a record value over 1 MiB is PAYLOAD_TOO_LARGE, with size and limit", async ({
      storage,
    }) => {
      const set = [{ key: "a", value: new Uint8Array(MIB + 1) }];
      await tooLarge(MIB + 1, MIB, () => storage.commit({ partition, set }));
      assert.deepEqual(await storage.getRecords(["a"], { partition }), []);
    });

    for (const [what, call] of Object.entries(NAMED)) {
      it(`a ${what} has 1 to 512 bytes of well-formed UTF-8`, async ({ storage }) => {
        await call(storage, LONGEST);
        await call(storage, "я".repeat(256));
        for (const name of [`${LONGEST}k`, TOO_LONG, "", "half \ud83d pair", "\udc00"]) {
          await rejectsWith("INVALID_ARGUMENT", () => call(storage, name));
        }
      });
    }

    it("headers have at most 4 KiB of UTF-8, names and values together", async (probe) => {
      const { storage } = probe;
      const full = { name: "v".repeat(4_096 - "name".length) };
      const id = await probe.put({ headers: full });
      assert.deepEqual({ ...(await probe.info(id)).headers }, full);
      for (const headers of [
        { name: `${full.name}v` },
        { name: "я".repeat(2_047) },
        Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`n${i}`, "v".repeat(40)])),
      ]) {
        await rejectsWith("INVALID_ARGUMENT", () => storage.putTask(request({ headers })));
      }
    });

    it("a list has at most 10,000 entries", async ({ storage }) => {
      const many = <T>(entry: (i: number) => T) =>
        Array.from({ length: 10_001 }, (_, i) => entry(i));
      const leases = many((i) => ({ taskId: i + 1, lease: 1 }));
      const ids = many((i) => i + 1);
      const retries = leases.map((lease) => ({ ...lease, delayMs: 0 }));
      const infos = leases.map((lease) => ({ ...lease, error: "x" }));
      const keys = many((i) => `k${i}`);
      const calls: (() => Promise<unknown>)[] = [
        () => storage.putTasks(many(() => request())),
        () => storage.doneTask(leases),
        () => storage.retryTask(retries),
        () => storage.releaseTask(leases),
        () => storage.buryTask(infos),
        () => storage.touchTask(leases, 1),
        () => storage.peekTask(ids),
        () => storage.kickTask(QUEUE, ids),
        () => storage.runNow(ids),
        () => storage.buryWaiting(ids, "x"),
        () => storage.cancelTask(ids),
        () => storage.getRecords(keys),
        () => storage.commit({ done: leases }),
        () => storage.commit({ cancel: ids }),
        () => storage.commit({ del: keys }),
        () => storage.commit({ put: many(() => request()) }),
      ];
      for (const call of calls) await rejectsWith("INVALID_ARGUMENT", call);
      assert.deepEqual((await storage.doneTask(leases.slice(1))).lost.length, 10_000);
    });

    it("counts and limits are integers from 1 to 10,000", async ({ storage }) => {
      await storage.getTask(QUEUE, 10_000);
      await storage.listTasks(QUEUE, "dead", { limit: 10_000 });
      await storage.kickTask(QUEUE, 10_000);
      await storage.listRecords({ prefix: "", limit: 10_000, partition });
      for (const count of [0, -1, 1.5, 10_001, Number.NaN, Number.POSITIVE_INFINITY]) {
        const calls: (() => Promise<unknown>)[] = [
          () => storage.getTask(QUEUE, count),
          () => storage.listTasks(QUEUE, "dead", { limit: count }),
          () => storage.kickTask(QUEUE, count),
          () => storage.listRecords({ prefix: "", limit: count, partition }),
        ];
        for (const call of calls) await rejectsWith("INVALID_ARGUMENT", call);
      }
    });

    it("queue numbers are integers from 1 to 65,535", async (probe) => {
      const { storage } = probe;
      await probe.put({ queueNum: 1 });
      await probe.put({ queueNum: 65_535 });
      for (const queueNum of [0, -1, 65_536, 1.5, Number.NaN]) {
        const calls: (() => Promise<unknown>)[] = [
          () => storage.putTask(request({ queueNum })),
          () => storage.commit({ put: [request({ queueNum })] }),
          () => storage.getTask(queueNum, 1),
          () => storage.waitTask([OTHER, queueNum], { timeoutMs: 0 }),
          () => storage.listTasks(queueNum, "ready", { limit: 1 }),
          () => storage.kickTask(queueNum, 1),
          () => storage.clearQueue(queueNum),
          () => storage.pauseQueue(queueNum, true),
        ];
        for (const call of calls) await rejectsWith("INVALID_ARGUMENT", call);
      }
      assert.equal((await storage.getStat()).queueStats.size, 2);
    });

    it("priorities are integers from 0 to 255", async ({ storage }) => {
      await storage.putTask(request({ priority: 0 }));
      await storage.putTask(request({ priority: 255 }));
      for (const priority of [-1, 256, 0.5, Number.NaN]) {
        await rejectsWith("INVALID_ARGUMENT", () => storage.putTask(request({ priority })));
      }
    });
  });
}
