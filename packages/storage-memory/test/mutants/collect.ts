import type { FullStorage } from "@queue/runtime";
import { describeStorage } from "@queue/runtime/conformance";
import { createManualClock, type ManualClock } from "@queue/runtime/testing";

/** One promise of the suite: the group it stands in, and its sentence. */
export interface Promised {
  readonly group: string;
  readonly name: string;
  try(): Promise<void>;
}

export interface Broken {
  readonly group: string;
  readonly name: string;
  readonly error: unknown;
}

/** The group of the random sequences; every other promise is a test of its own. */
export const PROPERTY_GROUP = "any sequence of calls";

/** Few are enough: a sequence has up to 100 calls, and most mistakes show in the first ten. */
const PROPERTY_RUNS = 30;

/** They move 10,000 tasks or many MiB, and cost as much as all the others together. */
const SLOW = [
  "10,000 delayed tasks that come due at once all become ready",
  "putTasks takes 10,000 tasks in one call",
  "a list has at most 10,000 entries",
  "clearQueue removes more tasks than one chunk, keyed ones included",
  "a payload of exactly the limit comes back byte for byte",
  "a call may have 32 MiB of payloads or of record values",
  "payloads of one call over 32 MiB together are PAYLOAD_TOO_LARGE",
  "values come back byte for byte, up to 1 MiB",
  "a batch stops before the payload that would exceed 8 MiB",
  "a page stops before the payload that would exceed 8 MiB, and the next goes on",
  "a page of records stops before the value that would exceed 8 MiB",
];

export const isSlow = ({ name }: Promised): boolean => SLOW.includes(name);

/**
 * How long a call may sleep on that ought to have woken, in real time. The clock is a manual one, so
 * whatever wakes at all has woken long before.
 */
const ANSWER_WITHIN_MS = 60;

/** The whole suite for a storage, collected instead of given to a test runner. */
export function collectPromises(make: (clock: ManualClock) => FullStorage): readonly Promised[] {
  const promises: Promised[] = [];
  const groups: string[] = [];
  const setup = () => {
    const clock = createManualClock();
    const storage = make(clock);
    return { storage, advance: clock.advance, now: clock.now, dispose: () => storage.close() };
  };
  describeStorage("collected", setup, {
    order: "queue",
    describe(name, body) {
      groups.push(name);
      body();
      groups.pop();
    },
    it(name, body) {
      promises.push({ group: groups.at(-1) ?? "", name, try: body });
    },
    propertyRuns: PROPERTY_RUNS,
    propertyShrinks: false,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  return promises;
}

/** Tries promises one after another: which of them does the storage break? */
export async function tryPromises(promises: readonly Promised[]): Promise<readonly Broken[]> {
  const broken: Broken[] = [];
  for (const promised of promises) {
    try {
      await promised.try();
    } catch (error) {
      broken.push({ group: promised.group, name: promised.name, error });
    }
  }
  return broken;
}
