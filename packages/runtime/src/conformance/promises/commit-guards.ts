import assert from "node:assert/strict";
import type { CommitRequest, Conflict } from "../../records.js";
import type { Lease, TaskId } from "../../storage.js";
import { bytes, PARTITION, type Probe, QUEUE, rejectsWith, request } from "../probe.js";
import type { Suite } from "../suite.js";

const partition = PARTITION;

interface Scene {
  /** Live leases, one for each kind of settle. */
  readonly live: readonly [Lease, Lease, Lease, Lease];
  /** A task whose lease is over. */
  readonly stale: Lease;
  readonly waiting: TaskId;
  readonly ids: readonly TaskId[];
}

async function scene(probe: Probe): Promise<Scene> {
  const take = async (visibilityTimeoutMs = 60_000): Promise<Lease> => {
    await probe.put({ partition });
    const { taskId, lease } = await probe.takeOne(QUEUE, visibilityTimeoutMs);
    return { taskId, lease };
  };
  const live = [await take(), await take(), await take(), await take()] as const;
  const stale = await take(10);
  await probe.advance(10);
  const waiting = await probe.put({ partition, delayMs: 60_000 });
  await probe.storage.commit({ partition, set: [{ key: "r", value: bytes("1") }] });
  const ids = [...live.map((lease) => lease.taskId), stale.taskId, waiting];
  return { live, stale, waiting, ids };
}

/** A commit of every kind of effect, all of whose guards hold. */
function sound({ live: [a, b, c, d], waiting }: Scene): CommitRequest {
  return {
    partition,
    expect: [{ key: "r", version: 1 }],
    done: [a],
    retry: [{ ...b, delayMs: 5 }],
    release: [c],
    bury: [{ ...d, error: "broken" }],
    cancel: [waiting],
    set: [{ key: "new", value: bytes("2") }],
    del: ["r"],
    put: [request({ partition, key: "k" }), request({ partition, queueNum: 9 })],
  };
}

/** Each guard failing alone: the change to the sound commit, and what is reported. */
const FAILURES: Readonly<Record<string, (scene: Scene) => [CommitRequest, Conflict]>> = {
  "a record of another version": () => [
    { expect: [{ key: "r", version: 2 }] },
    { kind: "record", key: "r" },
  ],
  "a record that should not exist": () => [
    { expect: [{ key: "r", version: 0 }] },
    { kind: "record", key: "r" },
  ],
  "a record that should exist": () => [
    { expect: [{ key: "none", version: 1 }] },
    { kind: "record", key: "none" },
  ],
  "a done by a lease that is over": ({ stale }) => [
    { done: [stale] },
    { kind: "lease", taskId: stale.taskId },
  ],
  "a retry by a lease that is over": ({ stale }) => [
    { retry: [{ ...stale, delayMs: 1 }] },
    { kind: "lease", taskId: stale.taskId },
  ],
  "a release by a lease that is over": ({ stale }) => [
    { release: [stale] },
    { kind: "lease", taskId: stale.taskId },
  ],
  "a bury by a lease that is over": ({ stale }) => [
    { bury: [{ ...stale, error: "late" }] },
    { kind: "lease", taskId: stale.taskId },
  ],
  "a lease of an unknown task": () => [
    { done: [{ taskId: 7_777_777, lease: 1 }] },
    { kind: "lease", taskId: 7_777_777 },
  ],
  "a lease of a task that was never taken": ({ waiting }) => [
    { done: [{ taskId: waiting, lease: 1 }], cancel: [] },
    { kind: "lease", taskId: waiting },
  ],
  "a cancel of a taken task": ({ live: [a] }) => [
    { done: [], cancel: [a.taskId] },
    { kind: "task", taskId: a.taskId },
  ],
  "a cancel of an unknown task": () => [
    { cancel: [7_777_777] },
    { kind: "task", taskId: 7_777_777 },
  ],
};

export function commitGuardPromises({ group, it }: Suite): void {
  group("commit: guards", () => {
    for (const [what, fail] of Object.entries(FAILURES)) {
      it(`${what} alone stops all of the commit and is reported`, async (probe) => {
        const world = await scene(probe);
        const [change, conflict] = fail(world);
        const before = await probe.snapshot(world.ids);
        const result = await probe.storage.commit({ ...sound(world), ...change });
        assert.deepEqual(result, { ok: false, conflict });
        assert.deepEqual(await probe.snapshot(world.ids), before);
        assert.ok((await probe.storage.commit(sound(world))).ok, "without it the commit succeeds");
      });
    }

    it("the first failure is reported in the order expect, done, retry, release, bury, cancel", async (probe) => {
      const unknown = (n: number) => ({ taskId: 7_000_000 + n, lease: 1 });
      const steps: [CommitRequest, Conflict][] = [
        [{ expect: [{ key: "none", version: 3 }] }, { kind: "record", key: "none" }],
        [{ done: [unknown(1)] }, { kind: "lease", taskId: 7_000_001 }],
        [{ retry: [{ ...unknown(2), delayMs: 0 }] }, { kind: "lease", taskId: 7_000_002 }],
        [{ release: [unknown(3)] }, { kind: "lease", taskId: 7_000_003 }],
        [{ bury: [{ ...unknown(4), error: "x" }] }, { kind: "lease", taskId: 7_000_004 }],
        [{ cancel: [7_000_005, 7_000_006] }, { kind: "task", taskId: 7_000_005 }],
      ];
      let request: CommitRequest = { partition };
      for (const [part, conflict] of steps.reverse()) {
        request = { ...part, ...request };
        assert.deepEqual(await probe.storage.commit(request), { ok: false, conflict });
      }
    });

    it("guards see the state before any effect", async (probe) => {
      const { storage } = probe;
      const { live, waiting } = await scene(probe);
      const setsAndExpects = await storage.commit({
        partition,
        expect: [{ key: "fresh", version: 1 }],
        set: [{ key: "fresh", value: bytes("1") }],
      });
      assert.deepEqual(setsAndExpects, { ok: false, conflict: { kind: "record", key: "fresh" } });
      const result = await storage.commit({
        partition,
        expect: [{ key: "r", version: 1 }],
        done: [live[0]],
        cancel: [waiting],
        del: ["r"],
      });
      assert.deepEqual(result, { ok: true, ids: [] });
    });

    it("the same task or the same record key twice is refused, and nothing happens", async (probe) => {
      const { storage } = probe;
      const world = await scene(probe);
      const [a, b] = world.live;
      const value = bytes("x");
      const before = await probe.snapshot(world.ids);
      const twice: CommitRequest[] = [
        { done: [a, a] },
        { done: [a, { ...a, lease: a.lease + 1 }] },
        { done: [a], retry: [{ ...a, delayMs: 1 }] },
        { release: [b], bury: [{ ...b, error: "x" }] },
        { done: [a], cancel: [a.taskId] },
        { cancel: [world.waiting, world.waiting] },
        {
          set: [
            { key: "x", value },
            { key: "x", value },
          ],
        },
        { set: [{ key: "x", value }], del: ["x"] },
        { del: ["r", "r"] },
        {
          expect: [
            { key: "r", version: 1 },
            { key: "r", version: 1 },
          ],
        },
      ];
      for (const request of twice) {
        await rejectsWith("INVALID_ARGUMENT", () => storage.commit({ partition, ...request }));
      }
      assert.deepEqual(await probe.snapshot(world.ids), before);
    });

    it("a bad put in a commit is refused, and nothing of the commit happens", async (probe) => {
      const world = await scene(probe);
      const before = await probe.snapshot(world.ids);
      const bad: CommitRequest[] = [
        { put: [request({ partition, priority: 300 })] },
        { put: [request({ partition: "another" })] },
        { put: [request({ partition }), request({ partition, ttlMs: 0 })] },
      ];
      for (const change of bad) {
        await rejectsWith("INVALID_ARGUMENT", () =>
          probe.storage.commit({ ...sound(world), ...change }),
        );
      }
      assert.deepEqual(await probe.snapshot(world.ids), before);
    });
  });
}
