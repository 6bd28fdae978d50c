import fc from "fast-check";
import type { OnKey } from "../../storage.js";
import {
  type Command,
  type CommitSpec,
  type LeaseRef,
  type PutSpec,
  QUEUES,
  RECORD_KEYS,
  type SettleSpec,
  type TaskRef,
} from "./commands.js";

/** Few lengths, so that moments coincide and steps of time end exactly on them. */
const span = fc.constantFrom(1, 2, 5, 10, 20, 50, 100, 1_000, 60_000);
const step = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 1, 1, 2, 4, 5, 10, 20, 50, 100, 1_000) },
  { weight: 1, arbitrary: fc.constantFrom(59_999, 60_000, 3_599_999, 3_600_000, 86_400_000) },
);
// Mostly one queue: what is put should be found again.
const queueNum = fc.constantFrom(1, 1, 1, 1, 1, 1, 2, 3);
const text = fc.constantFrom("x", "", "y");
const oftenest = <T>(...choices: readonly (readonly [T, number])[]): fc.Arbitrary<T> =>
  fc.oneof(...choices.map(([value, weight]) => ({ weight, arbitrary: fc.constant(value) })));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const when: fc.Arbitrary<PutSpec["when"]> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("now" as const), ms: fc.constant(0) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delay" as const), ms: span }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("start" as const),
      ms: fc.oneof(
        span,
        span.map((ms) => -ms),
      ),
    }),
  },
);

const put: fc.Arbitrary<PutSpec> = fc.record({
  queueNum,
  text,
  when,
  priority: maybe(fc.constantFrom(0, 1, 255)),
  ttlMs: maybe(span),
  key: fc.constantFrom(null, "k", "k", "l"),
  // Lines that only grow hide their heads: most puts by key look for a waiting task.
  onKey: fc.constantFrom<(OnKey | null)[]>(null, "add", "keep", "replace", "replace", "wake"),
  putId: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom("p", "q") },
  ),
  header: fc.constantFrom(null, null, "h"),
});

const pick = fc.nat(7);
/** `likely`: how many times likelier than all else one is named that the call can do something with. */
const lease = (likely: number): fc.Arbitrary<LeaseRef> =>
  fc.record({
    from: oftenest<LeaseRef["from"]>(["live", 4 * likely], ["seen", 3], ["unknown", 1]),
    pick,
  });
const task = (likely: number): fc.Arbitrary<TaskRef> =>
  fc.record({
    from: oftenest<TaskRef["from"]>(["useful", 4 * likely], ["seen", 3], ["unknown", 1]),
    pick,
  });

const settle = (maxLeases: number, likely: number): fc.Arbitrary<SettleSpec> =>
  fc.record({
    how: fc.constantFrom<SettleSpec["how"][]>("done", "release", "touch", "retry", "bury"),
    leases: fc.array(lease(likely), { minLength: 1, maxLength: maxLeases }),
    ms: span,
    byDate: fc.boolean(),
    error: fc.constantFrom(null, "e1", "e2"),
  });

const recordKey = fc.constantFrom(...RECORD_KEYS);
const list = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 2 });
const commit: fc.Arbitrary<CommitSpec> = fc.record({
  expect: list(fc.record({ key: recordKey, off: oftenest([0, 10], [1, 1], [-1, 1]) })),
  // One of them that fails fails the commit, so they must be good ones, as a rule.
  settles: list(settle(1, 10)),
  cancel: list(task(10)),
  set: list(fc.record({ key: recordKey, text })),
  del: list(recordKey),
  puts: list(put),
});

const is = <K extends Command["kind"]>(kind: K) => fc.constant<K>(kind);

const change: fc.Arbitrary<Command> = fc.record({
  kind: is("change"),
  how: fc.constantFrom<("kick" | "runNow" | "buryWaiting" | "cancel")[]>(
    "kick",
    "runNow",
    "buryWaiting",
    "cancel",
  ),
  queueNum,
  tasks: fc.array(task(2), { minLength: 1, maxLength: 3 }),
});
const queue: fc.Arbitrary<Command> = fc.record({
  kind: is("queue"),
  how: oftenest<"clear" | "pause" | "resume">(["clear", 1], ["pause", 2], ["resume", 4]),
  queueNum,
});
const records: fc.Arbitrary<Command> = fc.record({
  kind: is("records"),
  prefix: fc.constantFrom("", "b/"),
  after: fc.constantFrom(null, "a", "b/1", "\uffee"),
  limit: fc.integer({ min: 1, max: 5 }),
});

const commands: readonly fc.WeightedArbitrary<Command>[] = [
  {
    weight: 12,
    arbitrary: fc.record({ kind: is("put"), puts: fc.array(put, { minLength: 1, maxLength: 3 }) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: is("get"),
      queueNum,
      count: fc.integer({ min: 1, max: 4 }),
      // Leases should end by themselves, too, within the few steps of time of a sequence.
      ms: fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: span }),
    }),
  },
  { weight: 12, arbitrary: settle(3, 3).map((spec) => ({ kind: "settle" as const, ...spec })) },
  { weight: 6, arbitrary: fc.record({ kind: is("advance"), ms: step }) },
  {
    weight: 7,
    arbitrary: fc.record({ kind: is("toDue"), earlyMs: fc.constantFrom<(0 | 1)[]>(0, 1) }),
  },
  { weight: 5, arbitrary: change },
  {
    weight: 2,
    arbitrary: fc.record({ kind: is("kick"), queueNum, count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: queue },
  { weight: 6, arbitrary: commit.map((spec) => ({ kind: "commit" as const, ...spec })) },
  { weight: 1, arbitrary: records },
  {
    weight: 2,
    arbitrary: fc.record({ kind: is("ask"), queueNums: fc.subarray<number>([...QUEUES]) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: is("look"), limit: fc.integer({ min: 1, max: 4 }) }) },
];

export const command = fc.oneof(...commands);

/** Restarts are rare, about one in ten sequences: each takes as long as a thousand calls. */
const RESTART_RARITY = 5;
const restart = { weight: 1, arbitrary: fc.record({ kind: is("restart") }) };
const between = commands.map(({ weight, arbitrary }) => ({
  weight: weight * RESTART_RARITY,
  arbitrary,
}));

export const commandOrRestart = fc.oneof(...between, restart);
