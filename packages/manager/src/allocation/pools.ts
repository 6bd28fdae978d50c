import type { QueueNum } from "@queue/runtime";

/** A worker as the plan sees it. */
export interface WorkerCapacity {
  /** Names this run of the worker. */
  readonly instance: string;
  readonly processors: number;
  readonly queues: readonly QueueNum[];
  /** Where its processors are at home at present. */
  readonly homes: ReadonlyMap<QueueNum, number>;
}

/** Workers that serve the same queues: within a pool a processor can be at home anywhere. */
export interface Pool {
  readonly queues: ReadonlySet<QueueNum>;
  readonly workers: readonly PoolWorker[];
  /** Processors that may have a home. */
  readonly slots: number;
  readonly present: ReadonlyMap<QueueNum, number>;
}

export interface PoolWorker extends WorkerCapacity {
  readonly floating: number;
}

/** A tenth of the processors floats. */
const FLOATING = 0.1;

/**
 * At least one of each worker, so that no queue depends on the plan. Of workers with a single processor
 * every tenth one floats: else such a fleet could not be planned at all.
 */
function floatingOf(processors: number, index: number): number {
  if (processors > 1) return Math.max(1, Math.round(processors * FLOATING));
  return index % Math.round(1 / FLOATING) === 0 ? processors : 0;
}

export function poolsOf(workers: readonly WorkerCapacity[]): Pool[] {
  const byQueues = new Map<string, PoolWorker[]>();
  workers.forEach((worker, index) => {
    const signature = signatureOf(worker.queues);
    const pool = byQueues.get(signature) ?? [];
    byQueues.set(signature, pool);
    pool.push({ ...worker, floating: floatingOf(worker.processors, index) });
  });
  return [...byQueues.values()].map(poolOf);
}

function poolOf(workers: readonly PoolWorker[]): Pool {
  const present = new Map<QueueNum, number>();
  let slots = 0;
  for (const { processors, floating, homes } of workers) {
    slots += processors - floating;
    for (const [queueNum, count] of homes)
      present.set(queueNum, (present.get(queueNum) ?? 0) + count);
  }
  return { queues: new Set(workers[0]?.queues), workers, slots, present };
}

/** Workers of one service tend to hand in the same list again and again: it is read once. */
const signatures = new WeakMap<readonly QueueNum[], string>();

function signatureOf(queues: readonly QueueNum[]): string {
  const known = signatures.get(queues);
  if (known !== undefined) return known;
  const signature = [...queues].sort((a, b) => a - b).join();
  signatures.set(queues, signature);
  return signature;
}
