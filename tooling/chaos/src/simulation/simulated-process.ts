import type { Clock } from "@queue/runtime";
import type { Random } from "./random.js";
import type { SimulatedTime } from "./simulated-time.js";

/**
 * One process of the simulated world. Whatever reaches it from outside (a timer, an answer of the
 * storage) comes through here: frozen, it gets it when it thaws; dead, it never does.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly random: Random;
  /** Its own clock: the world's, but set wrong by `skewMs`. */
  readonly clock: Clock;
  readonly #time: SimulatedTime;
  readonly #onDeath: (() => void)[] = [];
  readonly #onFreeze: ((ms: number) => void)[] = [];
  #alive = true;
  #frozenUntil = 0;
  #backlog: (() => void)[] = [];

  constructor(name: string, time: SimulatedTime, random: Random, skewMs = 0) {
    this.name = name;
    this.random = random;
    this.#time = time;
    this.clock = {
      now: () => time.now() + skewMs,
      setTimer: (ms, fn) => {
        let wanted = true;
        const cancel = time.setTimer(ms, () =>
          this.enter(() => {
            if (wanted) fn();
          }),
        );
        return () => {
          wanted = false;
          cancel();
        };
      },
    };
  }

  get alive(): boolean {
    return this.#alive;
  }

  get frozen(): boolean {
    return this.#frozenUntil > this.#time.now();
  }

  /** Runs `fn` in the process: at once, or when it thaws, or never. */
  enter(fn: () => void): void {
    if (!this.#alive) return;
    if (this.frozen || this.#backlog.length > 0) this.#backlog.push(fn);
    else fn();
  }

  /** Resolves when the process runs. Whoever blocks the event loop must wait here. */
  running(): Promise<void> {
    return new Promise((resolve) => this.enter(resolve));
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.clock.setTimer(ms, resolve);
    });
  }

  /** Stops it for a while, as SIGSTOP or a handler that blocks the event loop does. */
  freeze(ms: number): void {
    if (!this.#alive) return;
    for (const fn of this.#onFreeze) fn(ms);
    this.#frozenUntil = Math.max(this.#frozenUntil, this.#time.now() + ms);
    this.#time.setTimer(ms, () => this.#thaw());
  }

  /** One piece of the backlog at a time: promise continuations run in between, as in Node. */
  #thaw(): void {
    if (!this.#alive || this.frozen) return;
    const next = this.#backlog.shift();
    next?.();
    if (this.#backlog.length > 0) this.#time.setTimer(0, () => this.#thaw());
  }

  /** kill -9: it does nothing any more. */
  kill(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#backlog = [];
    for (const fn of this.#onDeath) fn();
  }

  onFreeze(fn: (ms: number) => void): void {
    this.#onFreeze.push(fn);
  }

  /** Called at its death; the returned function forgets it. */
  onDeath(fn: () => void): () => void {
    this.#onDeath.push(fn);
    return () => {
      const at = this.#onDeath.indexOf(fn);
      if (at !== -1) this.#onDeath.splice(at, 1);
    };
  }
}
