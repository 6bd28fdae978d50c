import type { FullStorage, QueueNum } from "@queue/runtime";

/** What the fleet looked like at one moment. */
export interface Sample {
  readonly atMs: number;
  readonly phase: string;
  readonly done: number;
  /** How long the oldest ready task has waited, by queue. */
  readonly lagMs: ReadonlyMap<QueueNum, number>;
  /** Processors at home, by queue; `undefined` while no Manager answers. */
  readonly homes: ReadonlyMap<QueueNum, number> | undefined;
  /** Workers in the plan. */
  readonly workers: number | undefined;
}

const EVERY_MS = 250;

/** Looks at the storage and the Manager four times a second, until it is stopped. */
export class Observer {
  readonly samples: Sample[] = [];
  phase = "start";
  readonly #storage: FullStorage;
  readonly #managerUrl: () => string;
  readonly #startedAt = performance.now();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(storage: FullStorage, managerUrl: () => string) {
    this.#storage = storage;
    this.#managerUrl = managerUrl;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const [stats, plan] = await Promise.all([this.#storage.getStat(), this.#plan()]);
      const now = Date.now();
      const lagMs = new Map<QueueNum, number>();
      let done = 0;
      for (const [queueNum, { doneTotal, oldestReadyAt }] of stats.queueStats) {
        done += doneTotal;
        lagMs.set(
          queueNum,
          oldestReadyAt === null ? 0 : Math.max(0, now - oldestReadyAt.getTime()),
        );
      }
      const atMs = performance.now() - this.#startedAt;
      this.samples.push({
        atMs,
        phase: this.phase,
        done,
        lagMs,
        homes: plan?.homes,
        workers: plan?.workers,
      });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }

  async #plan() {
    try {
      const response = await fetch(`${this.#managerUrl()}/api/v1/plan`, {
        signal: AbortSignal.timeout(1_000),
      });
      const { leading, queues, workers } = (await response.json()) as {
        leading: boolean;
        queues: { queueNum: QueueNum; homes: number }[];
        workers: object;
      };
      if (!leading || queues.length === 0) return undefined;
      const homes = new Map(queues.map((queue) => [queue.queueNum, queue.homes]));
      return { homes, workers: Object.keys(workers).length };
    } catch {
      return undefined;
    }
  }
}
