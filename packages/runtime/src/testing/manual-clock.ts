import type { Clock } from "../clock.js";
import { QueueError } from "../errors.js";

/** Time that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward and fires what falls due on the way: strictly by time, then in the order of
   * setting. While a timer fires, `now()` is exactly its time. After each one, promise continuations
   * run to rest, so a timer which they set within the span still fires in this advance.
   *
   * Rejects with whatever a timer throws; time then stands where that timer fired. One advance at
   * a time: a second one before the first has resolved is refused.
   */
  advance(ms: number): Promise<void>;
  /** The times of the timers that have yet to fire, in the order they will. */
  pending(): readonly number[];
}

interface Timer {
  readonly at: number;
  readonly fn: () => void;
}

/** Any fixed moment serves; a round one is easy to read in a failure. */
const DEFAULT_START_MS = Date.UTC(2030, 0, 1);

/**
 * A turn of the event loop runs all promise continuations there are. Several, because Node's own
 * streams and `AbortSignal` listeners pass work on through a turn or two.
 */
const TURNS_TO_REST = 4;

async function rest(): Promise<void> {
  for (let turn = 0; turn < TURNS_TO_REST; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

export function createManualClock(startMs: number = DEFAULT_START_MS): ManualClock {
  if (!Number.isSafeInteger(startMs)) {
    throw new QueueError("INVALID_ARGUMENT", `startMs must be whole milliseconds, got ${startMs}`);
  }
  let now = startMs;
  let advancing = false;
  // In the order of firing: timers are few, and a sorted array is plainly right.
  const timers: Timer[] = [];

  async function fireUntil(target: number): Promise<void> {
    await rest();
    for (let timer = timers[0]; timer !== undefined && timer.at <= target; timer = timers[0]) {
      timers.shift();
      now = timer.at;
      timer.fn();
      await rest();
    }
    now = target;
  }

  return {
    now: () => now,
    pending: () => timers.map((timer) => timer.at),
    setTimer(ms, fn) {
      if (Number.isNaN(ms)) {
        throw new QueueError("INVALID_ARGUMENT", "A timer needs a number of milliseconds, got NaN");
      }
      // Never early: fractions round up, as `now()` knows whole milliseconds only.
      const timer = { at: now + Math.max(0, Math.ceil(ms)), fn };
      const next = timers.findIndex((other) => other.at > timer.at);
      timers.splice(next === -1 ? timers.length : next, 0, timer);
      return () => {
        const index = timers.indexOf(timer);
        if (index !== -1) timers.splice(index, 1);
      };
    },
    async advance(ms) {
      if (!Number.isSafeInteger(ms) || ms < 0) {
        throw new QueueError("INVALID_ARGUMENT", `advance() takes whole ms >= 0, got ${ms}`);
      }
      if (advancing) {
        throw new QueueError("INVALID_ARGUMENT", "advance() is under way already: await it first");
      }
      advancing = true;
      try {
        await fireUntil(now + ms);
      } finally {
        advancing = false;
      }
    },
  };
}
