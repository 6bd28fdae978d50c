import { createManualClock } from "@queue/runtime/testing";
import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "./index.js";
import { TaskTable } from "./task-table.js";
import { Waiters } from "./waiters.js";

const LONG = { timeoutMs: 600_000 };
const data = new Uint8Array();

function setup() {
  const clock = createManualClock();
  return { clock, storage: createMemoryStorage({ clock }) };
}

// A timer that is left behind keeps a process alive that has nothing to do.
describe("a wait leaves no timer behind", () => {
  it("when it is woken", async () => {
    const { clock, storage } = setup();
    await storage.putTask({ queueNum: 1, data, delayMs: 5_000 });
    const call = storage.waitTask([1, 2], LONG);
    expect(clock.pending()).toHaveLength(2);
    await storage.putTask({ queueNum: 2, data });
    expect(await call).toEqual([2]);
    expect(clock.pending()).toEqual([]);
  });

  it("when it is aborted", async () => {
    const { clock, storage } = setup();
    await storage.putTask({ queueNum: 1, data, delayMs: 5_000 });
    const abort = new AbortController();
    const call = storage.waitTask([1], { ...LONG, signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(clock.pending()).toEqual([]);
  });

  it("when it ends by its timeout", async () => {
    const { clock, storage } = setup();
    await storage.putTask({ queueNum: 1, data, delayMs: 5_000 });
    const call = storage.waitTask([1], { timeoutMs: 100 });
    await clock.advance(100);
    expect(await call).toEqual([]);
    expect(clock.pending()).toEqual([]);
  });

  it("when the storage is closed", async () => {
    const { clock, storage } = setup();
    await storage.putTask({ queueNum: 1, data, delayMs: 5_000 });
    const call = storage.waitTask([1], LONG);
    await Promise.all([expect(call).rejects.toMatchObject({ code: "CLOSED" }), storage.close()]);
    expect(clock.pending()).toEqual([]);
  });

  it("when its next moment moves: one timer for what is due, however often that changes", async () => {
    const { clock, storage } = setup();
    const call = storage.waitTask([1], LONG);
    for (const delayMs of [5_000, 4_000, 3_000])
      await storage.putTask({ queueNum: 1, data, delayMs });
    expect(clock.pending()).toHaveLength(2);
    await clock.advance(3_000);
    expect(await call).toEqual([1]);
  });
});

it("an aborted waiter is not woken in place of another", async () => {
  const { clock, storage } = setup();
  const abort = new AbortController();
  const first = storage.waitTask([1], { ...LONG, signal: abort.signal });
  const second = storage.waitTask([1], LONG);
  abort.abort(new Error("enough"));
  await expect(first).rejects.toThrow("enough");
  await storage.putTask({ queueNum: 1, data });
  await clock.advance(0);
  expect(await second).toEqual([1]);
});

it("what has been looked at is not looked at again", () => {
  const table = new TaskTable();
  const waiters = new Waiters(table, createManualClock());
  for (let i = 0; i < 3; i++) {
    table.put({ queueNum: 1, data }, 0);
    expect(table.changed).toHaveLength(1);
    waiters.lookAt(table.changed);
    expect(table.changed).toEqual([]);
  }
});

it("a wait takes its listener off a signal that outlives it", async () => {
  const { storage } = setup();
  const { signal } = new AbortController();
  const removed: string[] = [];
  const remove = signal.removeEventListener.bind(signal);
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    removed.push(args[0]);
    remove(...args);
  };
  const call = storage.waitTask([1], { ...LONG, signal });
  await storage.putTask({ queueNum: 1, data });
  await call;
  expect(removed).toEqual(["abort"]);
});
