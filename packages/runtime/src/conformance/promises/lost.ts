import assert from "node:assert/strict";
import type { FullStorage } from "../../full-storage.js";
import type { Lease, SettleResult } from "../../storage.js";
import { QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

type Settle = (storage: FullStorage, lease: Lease) => Promise<SettleResult>;

const only = ({ taskId, lease }: Lease): Lease => ({ taskId, lease });

/** Every way to use a lease. */
const SETTLES: Readonly<Record<string, Settle>> = {
  done: (storage, lease) => storage.doneTask([only(lease)]),
  retry: (storage, lease) => storage.retryTask([{ ...only(lease), delayMs: 500, error: "late" }]),
  release: (storage, lease) => storage.releaseTask([only(lease)]),
  bury: (storage, lease) => storage.buryTask([{ ...only(lease), error: "late" }]),
  touch: (storage, lease) => storage.touchTask([only(lease)], 500_000),
};

export function lostPromises({ group, it }: Suite): void {
  group("lost leases", () => {
    for (const [kind, settle] of Object.entries(SETTLES)) {
      it(`${kind} is in time a millisecond before the deadline`, async (probe) => {
        await probe.put();
        const task = await probe.takeOne(QUEUE, 100);
        await probe.advance(99);
        assert.deepEqual(await settle(probe.storage, task), { settled: 1, lost: [] });
      });

      it(`a late ${kind} is lost from the deadline on and changes nothing`, async (probe) => {
        const id = await probe.put();
        const task = await probe.takeOne(QUEUE, 100);
        await probe.advance(100);
        assert.deepEqual(await settle(probe.storage, task), { settled: 0, lost: [id] });
        const { state, attempts, timeouts, error } = await probe.info(id);
        assert.deepEqual(
          { state, attempts, timeouts, error },
          {
            state: "ready",
            attempts: 1,
            timeouts: 1,
            error: null,
          },
        );
      });

      it(`${kind} by an old lease is lost while another holds the task`, async (probe) => {
        const id = await probe.put();
        const old = await probe.takeOne(QUEUE, 100);
        await probe.advance(100);
        const held = await probe.takeOne(QUEUE, 100);
        const before = await probe.snapshot([id]);
        assert.deepEqual(await settle(probe.storage, old), { settled: 0, lost: [id] });
        assert.deepEqual(await probe.snapshot([id]), before);
        assert.deepEqual(await probe.storage.doneTask([held]), { settled: 1, lost: [] });
      });

      it(`${kind} by an old lease is lost after the task was kicked and taken again`, async (probe) => {
        const id = await probe.put();
        const old = await probe.takeOne();
        await probe.storage.buryTask([{ ...only(old), error: "broken" }]);
        await probe.storage.kickTask(QUEUE, [id]);
        await probe.takeOne();
        const before = await probe.snapshot([id]);
        assert.deepEqual(await settle(probe.storage, old), { settled: 0, lost: [id] });
        assert.deepEqual(await probe.snapshot([id]), before);
      });

      it(`${kind} of an unknown task, of one never taken and by a lease not yet given is lost`, async (probe) => {
        const { storage } = probe;
        const never = await probe.put({ delayMs: 1 });
        await probe.put();
        const task = await probe.takeOne();
        const before = await probe.snapshot([never, task.taskId]);
        const cases = [
          { taskId: 8_888_888, lease: 1 },
          { taskId: never, lease: 1 },
          { taskId: task.taskId, lease: task.lease + 1 },
        ];
        for (const lease of cases) {
          const answer = await settle(storage, lease);
          assert.deepEqual(answer, { settled: 0, lost: [lease.taskId] });
        }
        assert.deepEqual(await probe.snapshot([never, task.taskId]), before);
      });

      it(`${kind} of a task already done is lost`, async (probe) => {
        await probe.put();
        const task = await probe.takeOne();
        await probe.storage.doneTask([task]);
        assert.deepEqual(await settle(probe.storage, task), { settled: 0, lost: [task.taskId] });
        assert.equal((await probe.stat()).doneTotal, 1);
      });

      it(`${kind} is lost after the lease was given back`, async (probe) => {
        const id = await probe.put();
        const task = await probe.takeOne();
        await probe.storage.releaseTask([task]);
        const before = await probe.snapshot([id]);
        assert.deepEqual(await settle(probe.storage, task), { settled: 0, lost: [id] });
        assert.deepEqual(await probe.snapshot([id]), before);
      });
    }

    it("one bad lease never fails its neighbours; lost is in the order of the call", async (probe) => {
      const { storage, put, take } = probe;
      await put();
      await put();
      const [a, b] = await take(2);
      assert.ok(a && b);
      const unknown = { taskId: 9_999_999, lease: 1 };
      const stale = { taskId: b.taskId, lease: 99 };
      const answer = await storage.doneTask([unknown, a, stale, b]);
      assert.deepEqual(answer, { settled: 2, lost: [unknown.taskId, stale.taskId] });
      assert.equal((await probe.stat()).doneTotal, 2);
    });

    it("a lease given twice in one call counts once, settled or lost", async (probe) => {
      const { storage } = probe;
      await probe.put();
      const task = await probe.takeOne();
      const unknown = { taskId: 9_999_999, lease: 1 };
      const answer = await storage.doneTask([task, unknown, task, unknown]);
      assert.deepEqual(answer, { settled: 1, lost: [unknown.taskId] });
      assert.equal((await probe.stat()).doneTotal, 1);
    });

    it("of two retries by one lease in one call the first counts", async (probe) => {
      const id = await probe.put();
      const lease = only(await probe.takeOne());
      const now = await probe.now();
      const answer = await probe.storage.retryTask([
        { ...lease, delayMs: 10, error: "first" },
        { ...lease, delayMs: 20, error: "second" },
      ]);
      assert.deepEqual(answer, { settled: 1, lost: [] });
      const { attempts, startTime, error } = await probe.info(id);
      assert.deepEqual([attempts, startTime, error], [1, new Date(now + 10), "first"]);
    });

    it("another lease of the same task in one call is judged alone", async (probe) => {
      await probe.put();
      await probe.storage.releaseTask([await probe.takeOne()]);
      const { taskId, lease } = await probe.takeOne();
      const answer = await probe.storage.doneTask([
        { taskId, lease: 1 },
        { taskId, lease },
        { taskId, lease: 7 },
      ]);
      assert.deepEqual(answer, { settled: 1, lost: [taskId, taskId] });
    });

    it("a settle of no leases at all settles none and loses none", async ({ storage }) => {
      for (const answer of [
        await storage.doneTask([]),
        await storage.retryTask([]),
        await storage.releaseTask([]),
        await storage.buryTask([]),
        await storage.touchTask([], 1_000),
      ]) {
        assert.deepEqual(answer, { settled: 0, lost: [] });
      }
    });
  });
}
