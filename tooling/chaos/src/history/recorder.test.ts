import { type FullStorage, QueueError } from "@queue/runtime";
import { createManualClock } from "@queue/runtime/testing";
import { createMemoryStorage } from "@queue/storage-memory";
import { expect, test } from "vitest";
import { checkHistory } from "../checker/check-history.js";
import { createHistoryLog, createLineLog, mergeHistories, readLines } from "./history-log.js";
import { fingerprint } from "./port-records.js";
import { recordCalls } from "./recorder.js";

const data = new Uint8Array([0, 127, 255]);

function setup(alter: (storage: FullStorage) => Partial<FullStorage> = () => ({})) {
  const clock = createManualClock();
  const log = createHistoryLog(clock.now);
  const storage = createMemoryStorage({ clock });
  return { clock, log, storage: recordCalls({ ...storage, ...alter(storage) }, "a", log) };
}

test("every method of the port is recorded, with its answer", async () => {
  const { log, storage } = setup();
  const taskId = await storage.putTask({ queueNum: 1, data, key: "k", ttlMs: 5_000 });
  await storage.putTasks([{ queueNum: 1, data, delayMs: 10 }]);
  const [task] = await storage.getTask(1, 5, { visibilityTimeoutMs: 1_000 });
  const lease = { taskId, lease: task?.lease ?? 0 };
  await storage.touchTask([lease], 2_000);
  await storage.retryTask([{ ...lease, delayMs: 0 }]);
  const [again] = await storage.getTask(1, 1);
  const held = { taskId, lease: again?.lease ?? 0 };
  await storage.releaseTask([held]);
  await storage.buryTask([{ ...held, error: "lost by now" }]);
  await storage.doneTask([]);
  await storage.waitTask([1], { timeoutMs: 0 });
  await storage.getStat();
  await storage.peekTask([taskId]);
  await storage.listTasks(1, "ready", { limit: 1 });
  await storage.kickTask(1, 5);
  await storage.runNow([taskId]);
  await storage.buryWaiting([99], "nothing");
  await storage.cancelTask([99]);
  await storage.pauseQueue(1, true);
  await storage.pauseQueue(1, false);
  await storage.commit({ put: [{ queueNum: 1, data }] });
  await storage.commit({ expect: [{ key: "absent", version: 3 }] });
  await storage.getRecords(["r"]);
  await storage.listRecords({ prefix: "", limit: 1 });
  await storage.clearQueue(1);
  await storage.close();
  const calls = log.events.filter(({ kind }) => kind === "invoke");
  expect(new Set(calls.map((event) => event.kind === "invoke" && event.call.method)).size).toBe(22);
  expect(log.events.filter(({ kind }) => kind === "ok")).toHaveLength(calls.length);
  expect(log.events).toContainEqual(
    expect.objectContaining({
      kind: "ok",
      answer: { kind: "settled", settled: 0, lost: [taskId] },
    }),
  );
  expect(log.events).toContainEqual(expect.objectContaining({ answer: { kind: "conflict" } }));
  expect(checkHistory(log.events).violations).toEqual([]);
});

test("a refused call failed, an unknown outcome is unknown, and the caller gets the same error", async () => {
  const errors: Error[] = [
    new QueueError("UNAVAILABLE", "refused", { details: { outcome: "none" } }),
    new QueueError("UNAVAILABLE", "cut off", { details: { outcome: "unknown" } }),
    new QueueError("READ_ONLY", "a replica"),
    new QueueError("CLOSED", "closed meanwhile"),
    new Error("whatever"),
  ];
  const left = [...errors];
  const { log, storage } = setup(() => ({ putTask: () => Promise.reject(left.shift()) }));
  for (const error of errors)
    await expect(storage.putTask({ queueNum: 1, data })).rejects.toBe(error);
  const ends = log.events.map(({ kind }) => kind).filter((kind) => kind !== "invoke");
  expect(ends).toEqual(["fail", "info", "fail", "info", "info"]);
});

test("payloads are told apart byte by byte, short and long", () => {
  const long = new Uint8Array(1_000);
  const other = long.slice();
  other[999] = 1;
  const prints = [new Uint8Array(), data, data.slice(1), long, other, long.slice(1)].map(
    fingerprint,
  );
  expect(new Set(prints).size).toBe(prints.length);
  expect(fingerprint(long)).toBe(fingerprint(long.slice()));
});

test("histories of several processes are written as lines and merged by time", async () => {
  const written = { a: "", b: "" };
  let now = 0;
  const clock = { now: () => now, setTimer: () => () => {} };
  const storage = createMemoryStorage({ clock });
  const a = recordCalls(
    storage,
    "a",
    createLineLog(
      (line) => (written.a += line),
      () => now++,
    ),
  );
  const b = recordCalls(
    storage,
    "b",
    createLineLog(
      (line) => (written.b += line),
      () => now++,
    ),
  );
  await a.putTask({ queueNum: 1, data });
  const tasks = await b.getTask(1, 1);
  await a.doneTask(tasks);
  await storage.close();
  const cut = `${written.b}{"kind":"invo`; // its process was killed while it wrote
  const merged = mergeHistories([readLines(written.a), readLines(cut)]);
  expect(merged.map((event) => ("actor" in event ? event.actor : ""))).toEqual([..."aabbaa"]);
  expect(checkHistory(merged).violations).toEqual([]);
  expect(() => readLines("{\n{}\n")).toThrow("line 1 is no event");
});
