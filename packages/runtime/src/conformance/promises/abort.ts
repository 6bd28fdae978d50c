import assert from "node:assert/strict";
import type { FullStorage } from "../../full-storage.js";
import type { CallOptions, Lease } from "../../storage.js";
import { bytes, QUEUE, request } from "../probe.js";
import type { Suite } from "../suite.js";

const REASON = new Error("the caller gave up");

async function rejectsWithReason(call: Promise<unknown>): Promise<void> {
  await assert.rejects(call, (error) => error === REASON, "rejects with the signal's reason");
}

function calls(
  storage: FullStorage,
  lease: Lease,
  waiting: number,
): readonly ((options: CallOptions) => Promise<unknown>)[] {
  return [
    (options) => storage.getTask(QUEUE, 1, options),
    (options) => storage.doneTask([lease], options),
    (options) => storage.retryTask([{ ...lease, delayMs: 0 }], options),
    (options) => storage.releaseTask([lease], options),
    (options) => storage.buryTask([{ ...lease, error: "x" }], options),
    (options) => storage.touchTask([lease], 500, options),
    (options) => storage.putTask(request(), options),
    (options) => storage.putTasks([request()], options),
    (options) => storage.waitTask([QUEUE], { timeoutMs: 1_000, ...options }),
    (options) => storage.getStat(options),
    (options) => storage.peekTask([waiting], options),
    (options) => storage.listTasks(QUEUE, "ready", { limit: 1, ...options }),
    (options) => storage.kickTask(QUEUE, 1, options),
    (options) => storage.runNow([waiting], options),
    (options) => storage.buryWaiting([waiting], "x", options),
    (options) => storage.cancelTask([waiting], options),
    (options) => storage.clearQueue(QUEUE, options),
    (options) => storage.pauseQueue(QUEUE, true, options),
    (options) => storage.getRecords(["a"], options),
    (options) => storage.listRecords({ prefix: "", limit: 1, ...options }),
    (options) => storage.commit({ set: [{ key: "a", value: bytes("1") }] }, options),
  ];
}

export function abortPromises({ group, it }: Suite): void {
  group("abort", () => {
    it("a call with a signal already aborted rejects with its reason, and nothing happens", async (probe) => {
      await probe.put();
      const { taskId, lease } = await probe.takeOne();
      const waiting = await probe.put({ delayMs: 10 });
      const ids = [taskId, waiting];
      const before = await probe.snapshot(ids);
      const signal = AbortSignal.abort(REASON);
      for (const call of calls(probe.storage, { taskId, lease }, waiting)) {
        await rejectsWithReason(call({ signal }));
      }
      assert.deepEqual(await probe.snapshot(ids), before);
    });

    it("a signal that is not aborted changes nothing", async (probe) => {
      const { signal } = new AbortController();
      const id = await probe.storage.putTask(request(), { signal });
      const [task] = await probe.storage.getTask(QUEUE, 1, { signal });
      assert.equal(task?.taskId, id);
    });

    it("a waiting waitTask ends at once with the reason", async (probe) => {
      const abort = new AbortController();
      const call = await probe.wait([QUEUE], { signal: abort.signal });
      await probe.advance(10);
      await probe.stillWaiting(call);
      abort.abort(REASON);
      await rejectsWithReason(call.answer());
    });

    it("an aborted waiter keeps a task from another for 100 ms at most", async (probe) => {
      const abort = new AbortController();
      const first = await probe.wait([QUEUE], { signal: abort.signal });
      const second = await probe.wait([QUEUE]);
      abort.abort(REASON);
      await rejectsWithReason(first.answer());
      await probe.put();
      await probe.advance(100);
      assert.deepEqual(await second.answer(), [QUEUE]);
    });

    it("getTask aborted under way loses no task: given, or released with attempts as they were", async (probe) => {
      const id = await probe.put();
      const abort = new AbortController();
      const call = probe.storage
        .getTask(QUEUE, 1, { signal: abort.signal })
        .catch((error) => error);
      abort.abort(REASON);
      const answer = await call;
      if (answer === REASON) {
        // It may still be on its way back; time stands still, so no visibility timeout gives it back.
        const task = await probe.eventually(async () => (await probe.take(1))[0]);
        assert.deepEqual([task.taskId, task.attempts], [id, 0]);
      } else {
        assert.deepEqual(answer[0]?.taskId, id);
        assert.deepEqual(await probe.storage.doneTask(answer), { settled: 1, lost: [] });
      }
    });
  });
}
