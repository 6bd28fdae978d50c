import type { FullStorage } from "../../full-storage.js";
import { QUEUE, rejectsWith, request } from "../probe.js";
import type { Suite } from "../suite.js";

/** Every method, also where it would have nothing to do. */
const CALLS: readonly ((storage: FullStorage) => Promise<unknown>)[] = [
  (storage) => storage.getTask(QUEUE, 1),
  (storage) => storage.doneTask([]),
  (storage) => storage.doneTask([{ taskId: 1, lease: 1 }]),
  (storage) => storage.retryTask([]),
  (storage) => storage.releaseTask([]),
  (storage) => storage.buryTask([]),
  (storage) => storage.touchTask([], 1),
  (storage) => storage.putTask(request()),
  (storage) => storage.putTasks([]),
  (storage) => storage.waitTask([], { timeoutMs: 0 }),
  (storage) => storage.waitTask([QUEUE], { timeoutMs: 1_000 }),
  (storage) => storage.getStat(),
  (storage) => storage.peekTask([]),
  (storage) => storage.listTasks(QUEUE, "ready", { limit: 1 }),
  (storage) => storage.kickTask(QUEUE, []),
  (storage) => storage.kickTask(QUEUE, 1),
  (storage) => storage.runNow([]),
  (storage) => storage.buryWaiting([], "x"),
  (storage) => storage.cancelTask([]),
  (storage) => storage.clearQueue(QUEUE),
  (storage) => storage.pauseQueue(QUEUE, true),
  (storage) => storage.getRecords([]),
  (storage) => storage.listRecords({ prefix: "", limit: 1 }),
  (storage) => storage.commit({}),
];

export function closePromises({ group, it }: Suite): void {
  group("close", () => {
    it("after close every call rejects with CLOSED, also one with nothing to do", async ({
      storage,
    }) => {
      await storage.close();
      for (const call of CALLS) await rejectsWith("CLOSED", () => call(storage));
    });

    it("close may be called twice, also at the same time", async (probe) => {
      const both = Promise.all([probe.storage.close(), probe.storage.close()]);
      await probe.watch(both).answer();
      await probe.watch(probe.storage.close()).answer();
      await rejectsWith("CLOSED", () => probe.storage.getStat());
    });

    it("a waiting call ends at once with CLOSED", async (probe) => {
      const calls = [await probe.wait([1]), await probe.wait([2])];
      await probe.advance(10);
      await probe.storage.close();
      for (const call of calls) await rejectsWith("CLOSED", () => call.answer());
    });

    it("a call under way while the storage closes is answered or CLOSED, never left hanging", async (probe) => {
      const { storage } = probe;
      await probe.put();
      const calls = [storage.getStat(), storage.getTask(QUEUE, 1), storage.putTask(request())];
      const watched = calls.map((call) => probe.watch<unknown>(call));
      const closed = probe.watch(storage.close());
      for (const call of watched) {
        const answer = await call.answer().catch((error) => error);
        if (answer instanceof Error) await rejectsWith("CLOSED", () => Promise.reject(answer));
      }
      await closed.answer();
    });
  });
}
