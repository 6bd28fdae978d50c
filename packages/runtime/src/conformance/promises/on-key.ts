import assert from "node:assert/strict";
import type { OnKey, TaskId } from "../../storage.js";
import { bytes, idsOf, OTHER, type Probe, type PutChoice, QUEUE } from "../probe.js";
import type { Suite } from "../suite.js";

const FORMS: readonly OnKey[] = ["add", "keep", "replace", "wake"];

/** Brings key `k` into a state and tells which task is the last waiting one. */
const WAITING: Readonly<Record<string, (probe: Probe) => Promise<TaskId>>> = {
  "a ready task": (probe) => probe.put({ key: "k" }),
  "a delayed task": (probe) => probe.put({ key: "k", delayMs: 1_000, ttlMs: 60_000 }),
  "a blocked task behind a taken one": async (probe) => {
    await probe.put({ key: "k" });
    await probe.takeOne();
    await probe.put({ key: "k" });
    return probe.put({ key: "k", delayMs: 1_000, ttlMs: 60_000 });
  },
  "a blocked task behind a delayed one": async (probe) => {
    await probe.put({ key: "k", delayMs: 5_000 });
    return probe.put({ key: "k", delayMs: 1_000 });
  },
};

const CHOICE: PutChoice = {
  key: "k",
  data: bytes("new"),
  priority: 3,
  headers: { h: "1" },
  ttlMs: 7_000,
  delayMs: 200,
};

const onKey = (form: OnKey): PutChoice => ({ ...CHOICE, onKey: form }) as PutChoice;

export function onKeyPromises({ group, it }: Suite): void {
  group("onKey", () => {
    for (const [state, arrange] of Object.entries(WAITING)) {
      it(`add puts one more behind ${state}`, async (probe) => {
        const last = await arrange(probe);
        const { putTotal } = await probe.stat();
        const id = await probe.put(onKey("add"));
        assert.ok(id > last);
        assert.equal(await probe.stateOf(id), "blocked");
        assert.equal((await probe.stat()).putTotal, putTotal + 1);
      });

      it(`keep returns the id of ${state} and changes nothing`, async (probe) => {
        const last = await arrange(probe);
        const before = await probe.snapshot([last]);
        assert.equal(await probe.put(onKey("keep")), last);
        assert.deepEqual(await probe.snapshot([last]), before);
      });

      it(`replace gives ${state} the new content in its old place`, async (probe) => {
        const last = await arrange(probe);
        const before = await probe.info(last);
        const stat = await probe.stat();
        await probe.advance(50);
        const now = await probe.now();
        assert.equal(await probe.put(onKey("replace")), last);
        const after = await probe.info(last);
        assert.deepEqual(
          { ...after, data: [...after.data] },
          {
            ...before,
            state: before.state === "blocked" ? "blocked" : "delayed",
            data: [...bytes("new")],
            priority: 3,
            headers: { h: "1" },
            startTime: new Date(now + 200),
            expiresAt: new Date(now + 7_200),
          },
        );
        const { totalTasks, putTotal } = await probe.stat();
        assert.deepEqual([totalTasks, putTotal], [stat.totalTasks, stat.putTotal]);
      });

      it(`wake moves the start of ${state} to the earlier of both, and nothing else`, async (probe) => {
        const last = await arrange(probe);
        const before = await probe.info(last);
        const now = await probe.now();
        const startTime = new Date(Math.min(before.startTime.getTime(), now + 200));
        assert.equal(await probe.put(onKey("wake")), last);
        assert.deepEqual(await probe.info(last), { ...before, startTime });
      });
    }

    for (const form of FORMS) {
      it(`${form} inserts when the key has no task`, async (probe) => {
        const other = await probe.put({ key: "k", queueNum: OTHER });
        const id = await probe.put(onKey(form));
        assert.notEqual(id, other);
        assert.equal(await probe.stateOf(id), "delayed");
        assert.equal((await probe.stat()).putTotal, 1);
      });

      it(`${form} inserts when the key has only dead tasks`, async (probe) => {
        const dead = await probe.put({ key: "k" });
        await probe.storage.buryWaiting([dead], "broken");
        const id = await probe.put(onKey(form));
        assert.notEqual(id, dead);
        assert.equal(await probe.stateOf(id), "delayed");
        assert.equal(await probe.stateOf(dead), "dead");
      });

      it(`${form} inserts when the last task of the key has expired`, async (probe) => {
        const old = await probe.put({ key: "k", ttlMs: 100 });
        await probe.advance(100);
        const id = await probe.put(onKey(form));
        assert.notEqual(id, old);
        assert.equal(await probe.stateOf(id), "delayed");
      });
    }

    for (const form of ["keep", "replace"] as const) {
      it(`${form} inserts a blocked task when the key has only a taken one`, async (probe) => {
        const taken = await probe.put({ key: "k", data: bytes("old") });
        const held = await probe.takeOne();
        const id = await probe.put(onKey(form));
        assert.notEqual(id, taken);
        assert.equal(await probe.stateOf(id), "blocked");
        assert.deepEqual((await probe.info(taken)).data, bytes("old"));
        assert.deepEqual(await probe.storage.doneTask([held]), { settled: 1, lost: [] });
      });
    }

    it("wake returns the taken task's id when the key has only that, and changes nothing", async (probe) => {
      const taken = await probe.put({ key: "k" });
      await probe.takeOne();
      const before = await probe.snapshot([taken]);
      assert.equal(await probe.put(onKey("wake")), taken);
      assert.deepEqual(await probe.snapshot([taken]), before);
    });

    it("wake makes a task ready that waited for its retry, and leaves its attempts", async (probe) => {
      const id = await probe.put({ key: "k" });
      const { taskId, lease, startTime } = await probe.takeOne();
      await probe.storage.retryTask([{ taskId, lease, delayMs: 9_000, error: "later" }]);
      await probe.put({ key: "k", onKey: "wake" });
      const info = await probe.info(id);
      assert.deepEqual(
        [info.state, info.attempts, info.error, info.prevStartTime, info.startTime],
        ["ready", 1, "later", startTime, new Date(await probe.now())],
      );
    });

    it("replace begins attempts, timeouts, former start and error anew", async (probe) => {
      const id = await probe.put({ key: "k" });
      await probe.takeOne(QUEUE, 10);
      await probe.advance(10);
      const { taskId, lease } = await probe.takeOne();
      await probe.storage.retryTask([{ taskId, lease, delayMs: 9_000, error: "later" }]);
      await probe.put({ key: "k", onKey: "replace" });
      const { attempts, timeouts, prevStartTime, error, state } = await probe.info(id);
      assert.deepEqual(
        { attempts, timeouts, prevStartTime, error, state },
        {
          attempts: 0,
          timeouts: 0,
          prevStartTime: null,
          error: null,
          state: "ready",
        },
      );
    });

    it("replace without ttl and headers takes them away", async (probe) => {
      const id = await probe.put({ key: "k", ttlMs: 1_000, headers: { a: "1" }, priority: 9 });
      await probe.put({ key: "k", onKey: "replace" });
      const { expiresAt, headers, priority } = await probe.info(id);
      assert.deepEqual([expiresAt, headers, priority], [null, null, 0]);
    });

    it("replace keeps the creation time and fences the leases of before", async (probe) => {
      const id = await probe.put({ key: "k" });
      const old = await probe.takeOne();
      await probe.storage.releaseTask([old]);
      const { createdAt } = old;
      await probe.advance(10);
      await probe.put({ key: "k", onKey: "replace" });
      const task = await probe.takeOne();
      assert.deepEqual([task.taskId, task.lease, task.createdAt], [id, 2, createdAt]);
    });

    it("a replaced task is taken with its new priority and start", async (probe) => {
      const id = await probe.put({ key: "k", delayMs: 5_000 });
      await probe.put({ key: "k", onKey: "replace", data: bytes("now") });
      const task = await probe.takeOne();
      assert.deepEqual([task.taskId, task.data], [id, bytes("now")]);
    });

    it("the last waiting one is the blocked one with the highest id, also after a kick", async (probe) => {
      const a = await probe.put({ key: "k" });
      await probe.storage.buryWaiting([a], "broken");
      const b = await probe.put({ key: "k" });
      await probe.storage.kickTask(QUEUE, [a]);
      assert.deepEqual([await probe.stateOf(a), await probe.stateOf(b)], ["blocked", "ready"]);
      assert.equal(await probe.put({ key: "k", onKey: "keep" }), a);
    });

    it("a blocked task that has expired is not the last waiting one", async (probe) => {
      const head = await probe.put({ key: "k" });
      await probe.put({ key: "k", ttlMs: 100 });
      await probe.advance(100);
      assert.equal(await probe.put({ key: "k", onKey: "keep" }), head);
    });

    it("within one putTasks each put sees those before it", async (probe) => {
      const { storage } = probe;
      const put = (data: string, form: OnKey) =>
        ({ queueNum: QUEUE, data: bytes(data), key: "k", onKey: form }) as const;
      const ids = await storage.putTasks([put("1", "keep"), put("2", "keep"), put("3", "replace")]);
      assert.deepEqual(ids, [ids[0], ids[0], ids[0]]);
      const tasks = await probe.take(10);
      assert.deepEqual(idsOf(tasks), [ids[0]]);
      assert.deepEqual(tasks[0]?.data, bytes("3"));
    });
  });
}
