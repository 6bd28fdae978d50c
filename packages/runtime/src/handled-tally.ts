import type { HandlerStats } from "./handler.js";
import type { Metrics } from "./metrics.js";
import type { QueueNum } from "./storage.js";

/** What has been handled since it was last asked, by queue: counted where the series are. */
export class HandledTally {
  #stats = new Map<QueueNum, HandlerStats>();
  #inFlight = 0;

  /** Tasks that are being handled. */
  get inFlight(): number {
    return this.#inFlight;
  }

  take(): ReadonlyMap<QueueNum, HandlerStats> {
    const stats = this.#stats;
    this.#stats = new Map();
    return stats;
  }

  /** The same metrics, which are counted here as well. */
  around(metrics: Metrics): Metrics {
    return {
      ...metrics,
      count: (event, queueNum, by = 1) => {
        metrics.count(event, queueNum, by);
        if (event === "processed" || event === "errors" || event === "retried")
          this.#add(queueNum, event, by);
      },
      cycle: (queueNum, ms) => {
        metrics.cycle(queueNum, ms);
        this.#add(queueNum, "durationMs", ms);
      },
      inProgress: (queueNum, change) => {
        metrics.inProgress(queueNum, change);
        this.#inFlight += change;
      },
    };
  }

  #add(queueNum: QueueNum, field: keyof Omit<HandlerStats, "lastError">, by: number): void {
    const stats = this.#stats.get(queueNum) ?? NOTHING;
    this.#stats.set(queueNum, { ...stats, [field]: stats[field] + by });
  }
}

const NOTHING: HandlerStats = { processed: 0, errors: 0, retried: 0, durationMs: 0 };
