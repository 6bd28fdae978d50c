import assert from "node:assert/strict";
import type { TaskId } from "../../storage.js";
import type { TaskState } from "../../storage-admin.js";
import { bytes, idsOf, OTHER, type Probe, QUEUE, rejectsWith, request, sorted } from "../probe.js";
import type { Suite } from "../suite.js";

const STATES: readonly TaskState[] = ["ready", "delayed", "taken", "blocked", "dead"];
const MIB = 1024 * 1024;

/** All pages; `between` may change the world after each. */
export async function pages(
  { storage }: Probe,
  state: TaskState,
  limit: number,
  between: () => Promise<unknown> = async () => {},
): Promise<TaskId[]> {
  const ids: TaskId[] = [];
  let cursor: string | null | undefined;
  for (let turn = 0; cursor !== null; turn++) {
    assert.ok(turn < 1_000, "the pages never end");
    const at = cursor === undefined ? {} : { cursor };
    const page = await storage.listTasks(QUEUE, state, { ...at, limit });
    assert.ok(page.tasks.length <= limit, `a page of ${page.tasks.length} for ${limit}`);
    for (const task of page.tasks) assert.equal(task.state, state);
    ids.push(...idsOf(page.tasks));
    cursor = page.cursor;
    await between();
  }
  return ids;
}

/** Seven tasks in the state, in the order they are to be listed. */
const ARRANGE: Readonly<Record<TaskState, (probe: Probe) => Promise<TaskId[]>>> = {
  async ready(probe) {
    const late = await probe.storage.putTasks([5, 5, 5].map((priority) => request({ priority })));
    const startTime = new Date((await probe.now()) - 10);
    const early = await probe.storage.putTasks([request({ priority: 5, startTime })]);
    const urgent = await probe.storage.putTasks([1, 2, 3].map((priority) => request({ priority })));
    return [...urgent, ...early, ...late];
  },
  async delayed(probe) {
    const delays = [70, 60, 50, 40, 30, 20, 10];
    return [
      ...(await probe.storage.putTasks(delays.map((delayMs) => request({ delayMs })))),
    ].reverse();
  },
  async taken(probe) {
    const taken: TaskId[] = [];
    for (let i = 7; i > 0; i--) {
      await probe.put();
      taken.unshift((await probe.takeOne(QUEUE, i * 1_000)).taskId);
    }
    return taken;
  },
  async blocked(probe) {
    await probe.put({ key: "k" });
    const puts = Array.from({ length: 7 }, (_, i) => request({ key: "k", priority: 9 - i }));
    return [...(await probe.storage.putTasks(puts))];
  },
  async dead(probe) {
    const ids = [...(await probe.storage.putTasks(Array.from({ length: 7 }, () => request())))];
    ids.reverse();
    for (const id of ids) {
      await probe.storage.buryWaiting([id], "broken");
      await probe.advance(1);
    }
    return ids;
  },
};

export function listingPromises({ group, it, options }: Suite): void {
  group("peek and list", () => {
    it("peek shows tasks in the order asked, once each, and leaves out unknown ids", async (probe) => {
      const [a, b] = [await probe.put(), await probe.put({ queueNum: OTHER })];
      const infos = await probe.storage.peekTask([b, 7_777_777, a, b]);
      assert.deepEqual(idsOf(infos), [b, a]);
      assert.deepEqual(await probe.storage.peekTask([]), []);
    });

    it("peek shows all there is to know of a task, and takes nothing", async (probe) => {
      const now = new Date(await probe.now());
      const choice = { data: bytes("d"), key: "k", priority: 4, headers: { a: "1" }, ttlMs: 500 };
      const id = await probe.put(choice);
      const info = await probe.info(id);
      const expected = {
        taskId: id,
        lease: 0,
        queueNum: QUEUE,
        attempts: 0,
        timeouts: 0,
        createdAt: now,
        startTime: now,
        prevStartTime: null,
        priority: 4,
        key: "k",
        headers: { a: "1" },
        data: [...bytes("d")],
        state: "ready",
        deadline: null,
        expiresAt: new Date(now.getTime() + 500),
        error: null,
      };
      assert.deepEqual({ ...info, data: [...info.data], headers: { ...info.headers } }, expected);
      await probe.takeOne(QUEUE, 50);
      const { state, deadline, lease } = await probe.info(id);
      assert.deepEqual([state, deadline, lease], ["taken", new Date(now.getTime() + 50), 1]);
    });

    for (const state of STATES) {
      it(`listing ${state} tasks shows each once, in order, whatever the size of the pages`, async (probe) => {
        const ids = await ARRANGE[state](probe);
        const inOrder = (list: TaskId[]) => (options.order === "queue" ? list : sorted(list));
        for (const limit of [1, 2, 3, 7, 100]) {
          assert.deepEqual(inOrder(await pages(probe, state, limit)), inOrder(ids));
        }
      });
    }

    it("listing shows the tasks of one queue and one state only", async (probe) => {
      await probe.put({ queueNum: OTHER });
      const delayed = await probe.put({ delayMs: 10 });
      const ready = await probe.put();
      assert.deepEqual(await pages(probe, "ready", 10), [ready]);
      assert.deepEqual(await pages(probe, "delayed", 10), [delayed]);
      await probe.advance(10);
      assert.deepEqual(sorted(await pages(probe, "ready", 10)), sorted([delayed, ready]));
      assert.deepEqual(await pages(probe, "delayed", 10), []);
    });

    it("a taken task is listed also after its ttl is over", async (probe) => {
      const id = await probe.put({ ttlMs: 100 });
      await probe.takeOne();
      await probe.advance(100);
      assert.deepEqual(await pages(probe, "taken", 10), [id]);
    });

    it("listing a queue nobody has put into is empty", async ({ storage }) => {
      for (const state of STATES) {
        const page = await storage.listTasks(77, state, { limit: 10 });
        assert.deepEqual(page, { tasks: [], cursor: null });
      }
    });

    it("tasks that stay in place are listed once while others are taken, put and removed", async (probe) => {
      const { storage } = probe;
      const staying = await storage.putTasks(
        Array.from({ length: 20 }, () => request({ priority: 7 })),
      );
      const moving = [
        ...(await storage.putTasks(Array.from({ length: 20 }, () => request({ priority: 3 })))),
        ...(await storage.putTasks(Array.from({ length: 20 }, () => request({ priority: 9 })))),
      ];
      let turn = 0;
      const listed = await pages(probe, "ready", 4, async () => {
        const id = moving[(turn++ * 7) % moving.length];
        await storage.cancelTask(id === undefined ? [] : [id]);
        await probe.put({ priority: turn % 2 === 0 ? 1 : 8, delayMs: turn % 3 });
        if (options.order === "queue" && turn % 4 === 0) await storage.getTask(QUEUE, 1);
        await probe.advance(1);
      });
      const seen = listed.filter((id) => staying.includes(id));
      assert.deepEqual(sorted(seen), sorted(staying));
    });

    it("a cursor is good after the task it ended at is gone", async (probe) => {
      const ids = await ARRANGE.delayed(probe);
      const first = await probe.storage.listTasks(QUEUE, "delayed", { limit: 3 });
      assert.ok(first.cursor !== null);
      await probe.storage.cancelTask(idsOf(first.tasks));
      const rest = await probe.storage.listTasks(QUEUE, "delayed", {
        cursor: first.cursor,
        limit: 10,
      });
      assert.deepEqual(sorted([...idsOf(first.tasks), ...idsOf(rest.tasks)]), sorted(ids));
    });

    it("a page stops before the payload that would exceed 8 MiB, and the next goes on", async (probe) => {
      const data = new Uint8Array(Math.min(options.maxPayloadBytes ?? MIB, MIB));
      const fitting = Math.floor((8 * MIB) / data.byteLength);
      const ids: TaskId[] = [];
      for (let i = 0; i <= fitting; i++) ids.push(await probe.put({ data, partition: "p" }));
      const page = await probe.storage.listTasks(QUEUE, "ready", { limit: 10_000 });
      assert.equal(page.tasks.length, fitting);
      assert.deepEqual(sorted(await pages(probe, "ready", 10_000)), sorted(ids));
    });

    it("a cursor that is none of listTasks is refused", async ({ storage }) => {
      for (const cursor of ["", "nonsense", "{}", "[", "AAAA", "\u0000"]) {
        await rejectsWith("INVALID_ARGUMENT", () =>
          storage.listTasks(QUEUE, "ready", { cursor, limit: 1 }),
        );
      }
    });
  });
}
