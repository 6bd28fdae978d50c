import { SharedAbort } from "./abort.js";
import type { CycleDeps } from "./cycle.js";
import { runJobProcessor } from "./job-processor.js";

interface Processor {
  readonly stop: AbortController;
  idle: boolean;
}

/** The JobProcessors of a worker: as many as it is told, each a loop of its own. */
export class ProcessorPool {
  readonly #deps: CycleDeps;
  readonly #abort: SharedAbort;
  readonly #onCrash: (error: unknown) => void;
  readonly #processors = new Set<Processor>();
  readonly #loops = new Set<Promise<void>>();
  #target = 0;

  /** `onCrash` hears of a loop that threw: a bug, of ours or of a scheduler. */
  constructor(deps: CycleDeps, abort: AbortSignal, onCrash: (error: unknown) => void) {
    this.#deps = deps;
    this.#abort = new SharedAbort(abort);
    this.#onCrash = onCrash;
  }

  /** Those that run, also those that end after their present batch. */
  get running(): number {
    return this.#loops.size;
  }

  resize(target: number): void {
    this.#target = target;
    // Idle ones first: they end at once.
    const byIdle = [...this.#processors].sort((a, b) => Number(b.idle) - Number(a.idle));
    for (const processor of byIdle.slice(0, Math.max(0, byIdle.length - target))) {
      this.#processors.delete(processor);
      processor.stop.abort();
    }
    this.#fill();
  }

  /** One that ends after its present batch still counts: there are never more batches than asked. */
  #fill(): void {
    while (this.#loops.size < this.#target) this.#start();
  }

  /** Resolves when the last loop has ended. */
  async ended(): Promise<void> {
    while (this.#loops.size > 0) await Promise.all(this.#loops);
  }

  #start(): void {
    const processor: Processor = { stop: new AbortController(), idle: false };
    const { turns } = this.#deps;
    const idle = async (stop: AbortSignal) => {
      processor.idle = true;
      await turns.idle(stop);
      processor.idle = false;
    };
    const deps = { ...this.#deps, turns: { ...turns, idle } };
    this.#deps.metrics.processors(1);
    this.#processors.add(processor);
    // A turn later: a loop that begins here could change the pool while it is being filled.
    const begun = Promise.resolve().then(() =>
      runJobProcessor(deps, processor.stop.signal, this.#abort),
    );
    const loop = begun.catch(this.#onCrash).finally(() => {
      this.#deps.metrics.processors(-1);
      this.#processors.delete(processor);
      this.#loops.delete(loop);
      this.#fill();
    });
    this.#loops.add(loop);
  }
}
