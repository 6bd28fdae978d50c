import type { Clock } from "@queue/runtime";
import { Heap } from "../sorted/heap.js";

interface Timer {
  readonly at: number;
  /** Timers of the same moment fire in the order of setting. */
  readonly order: number;
  fn: (() => void) | undefined;
}

/** Any fixed moment serves; a round one is easy to read. */
const START_MS = Date.UTC(2030, 0, 1);

const isBefore = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** All promise continuations there are run before Node comes to its immediates. */
const untilRest = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The time of a simulated world: it stands while anything runs and jumps to the next timer when all
 * rests. Nothing in it is real, so the same beginning has the same end. A heap, not the sorted list of
 * the manual clock: a seed sets thousands of timers and cancels most of them.
 */
export class SimulatedTime implements Clock {
  readonly startMs = START_MS;
  readonly #timers = new Heap(isBefore);
  #now = START_MS;
  #order = 0;

  now = (): number => this.#now;

  setTimer = (ms: number, fn: () => void): (() => void) => {
    const timer: Timer = { at: this.#now + Math.max(0, Math.ceil(ms)), order: this.#order++, fn };
    this.#timers.push(timer);
    return () => {
      timer.fn = undefined; // it stays in the heap until its time, and then does nothing
    };
  };

  /** Lets time pass until `done` says so or `until` has come. */
  async run(until: number, done: () => boolean = () => false): Promise<void> {
    await untilRest();
    while (!done()) {
      const timer = this.#timers.first();
      if (timer === undefined || timer.at > until) {
        this.#now = Math.max(this.#now, until);
        return;
      }
      this.#timers.removeFirst();
      if (timer.fn === undefined) continue;
      this.#now = timer.at;
      timer.fn();
      await untilRest();
    }
  }
}
