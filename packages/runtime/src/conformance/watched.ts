import assert from "node:assert/strict";

/** A call that may wait, watched from outside. */
export interface Watched<T> {
  hasEnded(): boolean;
  /** Resolves when it has ended, in whatever way. */
  readonly end: Promise<void>;
  /** The answer, which ought to come now; fails if it does not. */
  answer(): Promise<T>;
}

export function watch<T>(call: Promise<T>, answerWithinMs: number): Watched<T> {
  let ended = false;
  const mark = () => {
    ended = true;
  };
  return {
    hasEnded: () => ended,
    end: call.then(mark, mark),
    answer: () => within(answerWithinMs, call),
  };
}

/** The answer of a call; fails if it does not come in this time. Only a broken storage makes us wait. */
export async function within<T>(answerWithinMs: number, call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new assert.AssertionError({
      message: `the call should have answered, but did not within ${answerWithinMs} ms`,
    });
    timer = setTimeout(() => reject(error), answerWithinMs);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks again and again until there is an answer; fails if none comes in this time. */
export async function eventually<T>(
  answerWithinMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const until = performance.now() + answerWithinMs;
  for (let answer = await ask(); ; answer = await ask()) {
    if (answer !== undefined) return answer;
    assert.ok(performance.now() < until, `should have happened within ${answerWithinMs} ms`);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Resolves when so many of the calls have ended. */
export function ended(calls: readonly Watched<unknown>[], count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    for (const call of calls) call.end.then(() => --left <= 0 && resolve());
  });
}
