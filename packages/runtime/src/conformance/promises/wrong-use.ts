import assert from "node:assert/strict";
import type { FullStorage } from "../../full-storage.js";
import type { Lease } from "../../storage.js";
import { bytes, QUEUE, rejectsWith, request } from "../probe.js";
import type { Suite } from "../suite.js";

type Calls = (storage: FullStorage, lease: Lease) => readonly (() => Promise<unknown>)[];

const CENTURY_MS = 100 * 365.25 * 24 * 3_600_000;
const BAD_DURATIONS = [Number.NaN, -1, Number.POSITIVE_INFINITY, CENTURY_MS * 1.01];
const BAD_DATES = [
  new Date(Number.NaN),
  new Date(-1),
  new Date(Date.UTC(10_000, 0, 1)),
  "2030-01-01",
  0,
];
const BAD_IDS = [0, -1, 1.5, Number.NaN, 2 ** 53, "1", null];

/** What the types forbid: programs in JavaScript do it all the same. */
const wrong = <T>(value: unknown): T => value as T;

/** Wrong use by its name, and the calls that must be refused for it. */
const WRONG: Readonly<Record<string, Calls>> = {
  "both startTime and delayMs": (storage) => {
    const both = { startTime: new Date(), delayMs: 1 };
    return [
      () => storage.putTask(request(wrong(both))),
      () => storage.commit({ put: [request(wrong(both))] }),
    ];
  },
  "a retry with neither or both of nextStartTime and delayMs": (storage, lease) => [
    () => storage.retryTask([wrong(lease)]),
    () => storage.retryTask([wrong({ ...lease, nextStartTime: new Date(), delayMs: 1 })]),
    () => storage.commit({ retry: [wrong(lease)] }),
  ],
  "a duration that is NaN, negative, infinite or over 100 years": (storage, lease) =>
    BAD_DURATIONS.flatMap((ms) => [
      () => storage.putTask(request({ delayMs: ms })),
      () => storage.putTask(request({ ttlMs: ms })),
      () => storage.retryTask([{ ...lease, delayMs: ms }]),
      () => storage.getTask(QUEUE, 1, { visibilityTimeoutMs: ms }),
      () => storage.touchTask([lease], ms),
      () => storage.waitTask([QUEUE], { timeoutMs: ms }),
    ]),
  "a ttl or a visibility timeout of 0": (storage, lease) => [
    () => storage.putTask(request({ ttlMs: 0 })),
    () => storage.getTask(QUEUE, 1, { visibilityTimeoutMs: 0 }),
    () => storage.touchTask([lease], 0),
  ],
  "a time that is no Date between 1970 and 9999": (storage, lease) =>
    BAD_DATES.flatMap((at) => [
      () => storage.putTask(request({ startTime: wrong(at) })),
      () => storage.retryTask([{ ...lease, nextStartTime: wrong(at) }]),
    ]),
  "onKey without a key": (storage) => [
    () => storage.putTask(request(wrong({ onKey: "keep" }))),
    () => storage.commit({ put: [request(wrong({ onKey: "add" }))] }),
  ],
  "an unknown onKey": (storage) => [
    () => storage.putTask(request({ key: "k", onKey: wrong("drop") })),
  ],
  "an unknown property of a put": (storage) => [
    () => storage.putTask(request(wrong({ delay: 5 }))),
    () => storage.putTasks([request(), request(wrong({ ttl: 5 }))]),
    () => storage.commit({ put: [request(wrong({ prio: 5 }))] }),
  ],
  "an unknown option of a call": (storage) => [
    () => storage.getTask(QUEUE, 1, wrong({ visibilityTimeout: 5 })),
    () => storage.doneTask([], wrong({ timeout: 5 })),
    () => storage.putTask(request(), wrong({ timeout: 5 })),
    () => storage.waitTask([QUEUE], wrong({ timeoutMs: 0, timeout: 5 })),
    () => storage.getStat(wrong({ queue: 5 })),
    () => storage.peekTask([], wrong({ queue: 5 })),
    () => storage.listTasks(QUEUE, "ready", wrong({ limit: 1, offset: 5 })),
    () => storage.clearQueue(QUEUE, wrong({ force: true })),
    () => storage.getRecords([], wrong({ prefix: "" })),
    () => storage.listRecords(wrong({ prefix: "", limit: 1, before: "x" })),
  ],
  "a signal that is none": (storage, lease) =>
    ["abort", null, {}, new AbortController()].flatMap((bad) => {
      const signal = wrong<AbortSignal>(bad);
      return [
        () => storage.getTask(QUEUE, 1, { signal }),
        () => storage.doneTask([lease], { signal }),
        () => storage.waitTask([QUEUE], { timeoutMs: 0, signal }),
      ];
    }),
  "an unknown property of a commit": (storage) => [
    () => storage.commit(wrong({ puts: [] })),
    () => storage.commit({}, wrong({ timeout: 5 })),
  ],
  "data that is no Uint8Array": (storage) =>
    ["text", null, undefined, [1, 2], {}, new ArrayBuffer(1)].flatMap((data) => [
      () => storage.putTask(request({ data: wrong(data) })),
      () => storage.commit({ set: [{ key: "a", value: wrong(data) }] }),
    ]),
  "data whose buffer was transferred to somebody else": (storage) => {
    const data = bytes("gone");
    structuredClone(data, { transfer: [data.buffer as ArrayBuffer] });
    return [
      () => storage.putTask(request({ data })),
      () => storage.putTasks([request(), request({ data })]),
      () => storage.commit({ set: [{ key: "a", value: data }] }),
    ];
  },
  "headers that are no texts by name": (storage) =>
    ["text", null, [1], { a: 1 }, { a: null }, { a: "\ud83d" }, { "\udc00": "a" }].map(
      (headers) => () => storage.putTask(request({ headers: wrong(headers) })),
    ),
  "a task id or a lease that is no positive safe integer": (storage) =>
    BAD_IDS.flatMap((bad) => {
      const id = wrong<number>(bad);
      return [
        () => storage.doneTask([{ taskId: id, lease: 1 }]),
        () => storage.releaseTask([{ taskId: 1, lease: id }]),
        () => storage.commit({ done: [{ taskId: 1, lease: id }] }),
        () => storage.peekTask([id]),
        () => storage.cancelTask([1, id]),
        () => storage.kickTask(QUEUE, [id]),
        () => storage.runNow([id]),
        () => storage.buryWaiting([id], "x"),
        () => storage.commit({ cancel: [id] }),
      ];
    }),
  "a list that is none, or a lease that is none": (storage) =>
    ["text", null, undefined, {}, [null], ["x"]].flatMap((list) => [
      ...(list === undefined ? [] : [() => storage.commit({ done: wrong(list) })]),
      () => storage.doneTask(wrong(list)),
      () => storage.retryTask(wrong(list)),
      () => storage.putTasks(wrong(list)),
      () => storage.peekTask(wrong(list)),
    ]),
  "an error that is no text": (storage, lease) =>
    [undefined, null, 5, new Error("x")].flatMap((error) => [
      () => storage.buryTask([{ ...lease, error: wrong(error) }]),
      () => storage.buryWaiting([1], wrong(error)),
    ]),
  "an unknown state": (storage) => [
    () => storage.listTasks(QUEUE, wrong("done"), { limit: 1 }),
    () => storage.listTasks(QUEUE, wrong(undefined), { limit: 1 }),
  ],
  "a missing timeout or limit": (storage) => [
    () => storage.waitTask([QUEUE], wrong(undefined)),
    () => storage.waitTask([QUEUE], wrong({})),
    () => storage.listTasks(QUEUE, "ready", wrong(undefined)),
    () => storage.listRecords(wrong({ prefix: "" })),
  ],
  "half a surrogate pair to list records from": (storage) => [
    () => storage.listRecords({ prefix: "\ud83d", limit: 1 }),
    () => storage.listRecords({ prefix: "", after: "a\ude00", limit: 1 }),
  ],
  "a pause that is neither true nor false": (storage) => [
    () => storage.pauseQueue(QUEUE, wrong("yes")),
  ],
  "an expected version that is no integer from 0": (storage) =>
    [-1, 0.5, Number.NaN, "1"].map(
      (version) => () => storage.commit({ expect: [{ key: "a", version: wrong(version) }] }),
    ),
  "a put whose partition differs from its commit's": (storage) => [
    () => storage.commit({ partition: "a", put: [request({ partition: "b" })] }),
  ],
};

export function wrongUsePromises({ group, it }: Suite): void {
  group("wrong use", () => {
    for (const [what, calls] of Object.entries(WRONG)) {
      it(`${what} is INVALID_ARGUMENT, and nothing happens`, async (probe) => {
        await probe.put({ data: bytes("victim") });
        const { taskId, lease } = await probe.takeOne();
        const before = await probe.snapshot([taskId]);
        for (const call of calls(probe.storage, { taskId, lease })) {
          const error = await rejectsWith("INVALID_ARGUMENT", call);
          assert.ok(error.message.length > 40, `a sentence to act on, not: ${error.message}`);
        }
        assert.deepEqual(await probe.snapshot([taskId]), before);
      });
    }

    it("one bad entry refuses the whole settle before anything happens", async (probe) => {
      await probe.put();
      const task = await probe.takeOne();
      const before = await probe.snapshot([task.taskId]);
      const lists = [task, { taskId: 0, lease: 1 }];
      await rejectsWith("INVALID_ARGUMENT", () => probe.storage.doneTask(lists));
      await rejectsWith("INVALID_ARGUMENT", () => probe.storage.releaseTask(lists));
      assert.deepEqual(await probe.snapshot([task.taskId]), before);
    });
  });
}
