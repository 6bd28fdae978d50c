import type { FullStorage, Plan, QueueNum, WorkerReport } from "@queue/runtime";
import { createManualClock } from "@queue/runtime/testing";
import { createMemoryStorage } from "@queue/storage-memory";
import { Manager, type ManagerOptions } from "../src/index.js";

/** A storage that a test can cut off: calls then fail, or hang for ever. */
export function cuttable(storage: FullStorage) {
  const cut = { mode: "none" as "none" | "fails" | "hangs" };
  const proxy = new Proxy(storage, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        if (cut.mode === "fails") return Promise.reject(new Error("connection refused"));
        if (cut.mode === "hangs") return new Promise(() => {});
        return method.apply(target, args);
      };
    },
  });
  return { storage: proxy, cut };
}

/** A worker that only reports, and follows what it is told. */
export function reporting(instance: string, queues: readonly QueueNum[], maxProcessors = 8) {
  let plan: Plan | null = null;
  const report = (more: Partial<WorkerReport> = {}): WorkerReport => ({
    service: "test",
    name: "main",
    instance,
    maxProcessors,
    queues: queues.map((queueNum) => ({
      queueNum,
      name: `queue-${queueNum}`,
      weight: 1,
      targetDelayMs: 10_000,
    })),
    processors: new Map(),
    stats: new Map(),
    inFlight: 0,
    health: {
      status: "ok",
      reasons: [],
      lastPollAt: null,
      processors: maxProcessors,
      abandoned: 0,
    },
    plan,
    ...more,
  });
  return {
    get plan() {
      return plan;
    },
    report,
    async exchange(manager: Manager, more: Partial<WorkerReport> = {}): Promise<Plan | null> {
      const answer = await manager.exchange(report(more));
      plan = answer ?? plan;
      return answer;
    },
  };
}

export function createManagerWorld() {
  const clock = createManualClock();
  const storage = createMemoryStorage({ clock });
  let chance = 0;
  const manager = (options: Partial<ManagerOptions> = {}) =>
    new Manager({
      storage,
      clock,
      // Different for each, the same in every run.
      random: () => {
        chance = (chance + 0.137) % 1;
        return chance;
      },
      ...options,
    });
  return {
    clock,
    storage,
    manager,
    async putMany(queueNum: QueueNum, count: number) {
      await storage.putTasks(
        Array.from({ length: count }, () => ({ queueNum, data: new Uint8Array() })),
      );
    },
    /** Seconds in which these workers report to the Manager. */
    async seconds(count: number, to: Manager, workers: readonly ReturnType<typeof reporting>[]) {
      for (let i = 0; i < count; i++) {
        await clock.advance(1_000);
        for (const worker of workers) await worker.exchange(to);
      }
    },
  };
}
