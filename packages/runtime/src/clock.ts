/**
 * Time, injected wherever it is read, so that everything runs under a simulated clock as well.
 */
export interface Clock {
  /** Whole milliseconds since the epoch; never runs backwards. */
  now(): number;
  /** Calls `fn` once after `ms`; the returned function cancels it. */
  setTimer(ms: number, fn: () => void): () => void;
}

/** Node's timers fire at once when asked for more than this. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * How fast the clock may follow the wall clock: a millisecond a second. Faster than a quartz drifts,
 * and slow enough that a jump of the wall clock changes no lease by more than a thousandth.
 */
const SLEW = 1e-3;

/** A clock on monotonic time that follows the wall clock gently. Exported for its test. */
export function createSlewedClock(wall: () => number, monotonic: () => number): () => number {
  let offset = wall() - monotonic();
  let slewedAt = monotonic();
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const at = monotonic();
    const room = (at - slewedAt) * SLEW;
    if (room >= 1) {
      const drift = wall() - (at + offset);
      offset += Math.max(-room, Math.min(room, drift));
      slewedAt = at;
    }
    last = Math.max(last, Math.floor(at + offset));
    return last;
  };
}

function setTimer(ms: number, fn: () => void): () => void {
  return ms <= LONGEST_TIMEOUT_MS ? setShortTimer(ms, fn) : setLongTimer(ms, fn);
}

function setShortTimer(ms: number, fn: () => void): () => void {
  const timer = setTimeout(fn, ms);
  return () => clearTimeout(timer);
}

function setLongTimer(ms: number, fn: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (leftMs: number) => {
    const partMs = Math.min(leftMs, LONGEST_TIMEOUT_MS);
    timer = setTimeout(() => (leftMs > partMs ? wait(leftMs - partMs) : fn()), partMs);
  };
  wait(ms);
  return () => clearTimeout(timer);
}

/** Real time. */
export const systemClock: Clock = {
  now: createSlewedClock(
    () => Date.now(),
    () => performance.now(),
  ),
  setTimer,
};
