import type { FullStorage } from "@queue/runtime";
import {
  startTarantool,
  type TarantoolInstance,
  tarantoolAvailable,
} from "@queue/testkit/tarantool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTarantoolStorage } from "../src/index.js";
import { LUA } from "./tarantool-world.js";

const data = new TextEncoder().encode("x");
const LONG = { timeoutMs: 10_000 };

// The conformance suite moves a clock; here the server's own time passes. Only orders of events are
// checked: a slow machine makes everything late, but nothing early.
describe.runIf(tarantoolAvailable())("on real time", () => {
  let server: TarantoolInstance;
  let storage: FullStorage;
  beforeAll(async () => {
    server = await startTarantool({ script: `${LUA}/test/real_time.lua`, luaPath: [LUA] });
    const credentials = { user: "worker", password: "secret:@" };
    storage = createTarantoolStorage({ ...server.address, ...credentials });
  });
  afterAll(async () => {
    await storage?.close();
    await server?.remove();
  });

  it("a put wakes a waiter at once", async () => {
    const waiting = storage.waitTask([1], LONG);
    await storage.putTask({ queueNum: 1, data });
    expect(await waiting).toEqual([1]);
    expect(await storage.getTask(1, 10)).toHaveLength(1);
  });

  it("a delayed task wakes its waiter, and not before its start", async () => {
    await storage.putTask({ queueNum: 2, data, delayMs: 200 });
    expect(await storage.getTask(2, 1)).toEqual([]);
    expect(await storage.waitTask([2], LONG)).toEqual([2]);
    const [task] = await storage.getTask(2, 1);
    const delay = Number(task?.startTime) - Number(task?.createdAt);
    expect(delay).toBe(200);
  });

  it("a task whose holder is silent comes back after its visibility timeout", async () => {
    await storage.putTask({ queueNum: 3, data });
    const [first] = await storage.getTask(3, 1, { visibilityTimeoutMs: 150 });
    expect(first?.attempts).toBe(0);
    expect(await storage.waitTask([3], LONG)).toEqual([3]);
    const [second] = await storage.getTask(3, 1);
    expect(second).toMatchObject({ taskId: first?.taskId, lease: 2, attempts: 1, timeouts: 1 });
    expect(Number(second?.startTime)).toBeGreaterThanOrEqual(Number(first?.startTime) + 150);
    expect(await storage.doneTask([first as never])).toMatchObject({ settled: 0 });
    expect(await storage.doneTask([second as never])).toMatchObject({ settled: 1 });
  });

  it("a renewed lease outlives its first timeout", async () => {
    await storage.putTask({ queueNum: 4, data });
    const [task] = await storage.getTask(4, 1, { visibilityTimeoutMs: 150 });
    await storage.touchTask([task as never], 60_000);
    expect(await storage.waitTask([4], { timeoutMs: 300 })).toEqual([]);
    expect(await storage.doneTask([task as never])).toMatchObject({ settled: 1 });
  });

  it("what has expired is removed without a call that asks for it", async () => {
    const id = await storage.putTask({ queueNum: 5, data, ttlMs: 100 });
    await storage.putTask({ queueNum: 6, data, delayMs: 400 });
    await storage.waitTask([6], LONG);
    expect(await storage.peekTask([id])).toEqual([]);
    const { queueStats } = await storage.getStat();
    expect(queueStats.get(5)).toMatchObject({ totalTasks: 0, expiredTotal: 1 });
  });

  it("a wait ends at its time", async () => {
    expect(await storage.waitTask([7], { timeoutMs: 100 })).toEqual([]);
  });
});
