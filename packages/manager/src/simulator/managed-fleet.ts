import { assigned, type Plan, type QueueNum } from "@queue/runtime";
import { allocate } from "../allocation/allocate.js";
import type { AllocationMemory } from "../allocation/memory.js";
import { DEFAULT_WISH, type QueueWish } from "../allocation/queue-demand.js";
import { DemandEstimate } from "../demand/demand-estimate.js";
import type { FleetPolicy, FleetView } from "./policies.js";

/** The fleet under a Manager: it knows what statistics and reports say, and is heard a second later. */
export function managed({ workload, bindings }: FleetView): FleetPolicy {
  const { workers, processorsPerWorker, switchMs } = workload;
  const queueNums = bindings.map(({ queueNum }) => queueNum);
  const wishes = new Map<QueueNum, QueueWish>(
    bindings.map(({ queueNum, policy: { weight = 1, targetDelayMs = 0 } }) => [
      queueNum,
      { ...DEFAULT_WISH, weight, targetDelayMs },
    ]),
  );
  const estimate = new DemandEstimate();
  const schedulers = Array.from({ length: workers }, () => assigned());
  let plans: Plan[] = [];
  let memory: AllocationMemory = new Map();
  let seq = 0;
  let moved = 0;
  return {
    scheduler: (worker) => schedulers[worker] ?? assigned(),
    onReport(worker, handled) {
      for (const [queueNum, { tasks, busyMs }] of handled)
        estimate.handled(queueNum, tasks, busyMs);
      const plan = plans[worker];
      if (plan !== undefined) schedulers[worker]?.follow(plan);
    },
    onStats(stats, now) {
      estimate.observe(stats, now);
      const allocation = allocate({
        queues: estimate.demands((queueNum) => wishes.get(queueNum) ?? DEFAULT_WISH, now),
        workers: schedulers.map((_, index) => ({
          instance: String(index),
          processors: processorsPerWorker,
          queues: queueNums,
          homes: plans[index]?.homes ?? new Map(),
        })),
        now,
        memory,
      });
      memory = allocation.memory;
      // The first plan moves nobody: until then nobody had a home.
      if (plans.length > 0) moved += allocation.moved;
      seq++;
      plans = schedulers.map((_, index) => ({
        homes: new Map(),
        floating: 0,
        ...allocation.workers.get(String(index)),
        term: 1,
        seq,
        stealing: true,
        switchMs,
      }));
    },
    moved: () => moved,
  };
}
