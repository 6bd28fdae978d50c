import { setTimeout as pause } from "node:timers/promises";
import { type Backoff, exponential, type QueueError } from "@queue/runtime";
import type { Servers } from "./servers.js";
import type { Session } from "./session.js";

const BACKOFF: Backoff = exponential({ minMs: 50, maxMs: 2_000, jitter: 0.5 });

export interface SearchEvents {
  found(session: Session): void;
  /** Nobody was found; it goes on after a pause. */
  failed(problem: QueueError): void;
}

/** Looks for a server until one is found, for ever if need be, with growing pauses in between. */
export class Search {
  readonly #servers: Servers;
  readonly #events: SearchEvents;
  readonly #signal: AbortSignal;
  #underWay = false;
  /** Tries since a server has last answered a call. */
  #tries = 0;

  /** `signal` ends it for good. */
  constructor(servers: Servers, events: SearchEvents, signal: AbortSignal) {
    this.#servers = servers;
    this.#events = events;
    this.#signal = signal;
  }

  /** Does nothing while it is under way. */
  begin(): void {
    if (this.#underWay || this.#signal.aborted) return;
    this.#underWay = true;
    void this.#run();
  }

  /** A server that was found is as good as it seemed: the next search begins without a pause. */
  confirm(): void {
    this.#tries = 0;
  }

  /** Begins again after a pause: a fleet that has lost its server must not come back in step. */
  beginLater(): void {
    this.#tries = Math.max(this.#tries, 1);
    this.begin();
  }

  async #run(): Promise<void> {
    const signal = this.#signal;
    for (;;) {
      if (this.#tries > 0)
        await pause(BACKOFF(this.#tries - 1, Math.random), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      this.#tries++;
      let session: Session;
      try {
        session = await this.#servers.find(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#events.failed(error as QueueError);
        continue;
      }
      this.#underWay = false; // before: it may be gone already, and the next search begun
      this.#events.found(session);
      return;
    }
  }
}
