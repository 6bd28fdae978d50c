import { createManualClock } from "@queue/runtime/testing";
import { describe, expect, it } from "vitest";
import { createMemoryStorage } from "./index.js";

/** What a caller in JavaScript can do, and TypeScript would not let through. */
const wrong = (options: unknown) => () => createMemoryStorage(options as object);

describe("the options of createMemoryStorage", () => {
  it("are refused by name when they are unknown", () => {
    expect(wrong({ timeoutMs: 5 })).toThrow(
      '[INVALID_ARGUMENT] options has no option "timeoutMs"; known are visibilityTimeoutMs, maxPayloadBytes, clock',
    );
  });

  it.each([
    [{ visibilityTimeoutMs: Number.NaN }, "visibilityTimeoutMs must be milliseconds, from 1 to"],
    [{ visibilityTimeoutMs: 0 }, "visibilityTimeoutMs must be more than 0 ms, not 0"],
    [{ maxPayloadBytes: 1.5 }, "maxPayloadBytes must be an integer from 1 to 33554432, not 1.5"],
    [{ clock: {} }, "clock must have now() and setTimer(ms, fn); leave it out for the system's"],
    [{ clock: null }, "clock must have now() and setTimer(ms, fn); leave it out for the system's"],
    [null, "options must be an object, not null"],
  ])("%j is refused with a sentence", (options, sentence) => {
    expect(wrong(options)).toThrow(`[INVALID_ARGUMENT] ${sentence}`);
  });

  it("may let in payloads that are larger than a batch: one is given and listed alone", async () => {
    const size = 9 * 1024 * 1024;
    const storage = createMemoryStorage({ maxPayloadBytes: size });
    for (let i = 0; i < 2; i++) await storage.putTask({ queueNum: 1, data: new Uint8Array(size) });
    const { tasks, cursor } = await storage.listTasks(1, "ready", { limit: 10 });
    expect([tasks.length, typeof cursor]).toEqual([1, "string"]);
    const batches = [await storage.getTask(1, 10), await storage.getTask(1, 10)];
    expect(batches.map((batch) => batch.map(({ data }) => data.byteLength))).toEqual([
      [size],
      [size],
    ]);
    await storage.close();
  });

  it("hold for the storage", async () => {
    const storage = createMemoryStorage({ maxPayloadBytes: 3, visibilityTimeoutMs: 5_000 });
    await expect(storage.putTask({ queueNum: 1, data: new Uint8Array(4) })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      details: { size: 4, limit: 3 },
    });
    const id = await storage.putTask({ queueNum: 1, data: new Uint8Array(3) });
    const before = Date.now();
    await storage.getTask(1, 1);
    const [info] = await storage.peekTask([id]);
    expect(info?.deadline?.getTime()).toBeLessThan(before + 10_000);
    await storage.close();
  });
});

describe("times far from the moment the storage was made", () => {
  const MADE = Date.UTC(2030, 0, 1);
  const data = new Uint8Array(1);
  const YEAR_MS = 31_536_000_000;
  const newStorage = () => {
    const clock = createManualClock(MADE);
    return { clock, storage: createMemoryStorage({ clock }) };
  };

  it.each([0, 1, MADE - YEAR_MS, MADE - 1, MADE])(
    "a start at %d is shown and in order",
    async (ms) => {
      const { storage } = newStorage();
      const later = await storage.putTask({ queueNum: 1, data });
      const id = await storage.putTask({ queueNum: 1, data, startTime: new Date(ms) });
      const order = ms < MADE ? [id, later] : [later, id];
      const { tasks, cursor } = await storage.listTasks(1, "ready", { limit: 1 });
      const rest = await storage.listTasks(1, "ready", { limit: 9, cursor: cursor as string });
      expect([...tasks, ...rest.tasks].map(({ taskId }) => taskId)).toEqual(order);
      const stat = (await storage.getStat()).queueStats.get(1);
      expect(stat?.oldestReadyAt).toEqual(new Date(ms));
      const taken = await storage.getTask(1, 2);
      expect(taken.map(({ taskId }) => taskId)).toEqual(order);
      const task = taken.find(({ taskId }) => taskId === id);
      expect(task).toMatchObject({
        startTime: new Date(ms),
        createdAt: new Date(MADE),
        prevStartTime: null,
      });
      await storage.retryTask([{ taskId: id, lease: 1, nextStartTime: new Date(5) }]);
      expect(await storage.getTask(1, 1)).toMatchObject([
        { startTime: new Date(5), prevStartTime: new Date(ms), attempts: 1 },
      ]);
      await storage.close();
    },
  );

  it("a ttl that ended before then leaves its key to the next", async () => {
    const { storage } = newStorage();
    const past = { queueNum: 1, data, key: "k", startTime: new Date(100) };
    await storage.putTask({ ...past, ttlMs: 50 });
    await storage.putTask(past);
    expect(await storage.getTask(1, 9)).toMatchObject([{ taskId: 2, startTime: new Date(100) }]);
    expect((await storage.getStat()).queueStats.get(1)?.expiredTotal).toBe(1);
    await storage.close();
  });

  it("a delay of years ends then", async () => {
    const { clock, storage } = newStorage();
    const ttlMs = 10;
    const [id] = await storage.putTasks([
      { queueNum: 1, data, delayMs: 3 * YEAR_MS, ttlMs },
      { queueNum: 1, data, delayMs: 1 },
    ]);
    const at = MADE + 3 * YEAR_MS;
    expect(await storage.peekTask([id as number])).toMatchObject([
      { state: "delayed", startTime: new Date(at), expiresAt: new Date(at + ttlMs) },
    ]);
    await clock.advance(3 * YEAR_MS - 1);
    expect(await storage.getTask(1, 9)).toHaveLength(1);
    await clock.advance(1);
    expect(await storage.getTask(1, 9)).toMatchObject([{ taskId: id, createdAt: new Date(MADE) }]);
    expect((await storage.peekTask([id as number]))[0]?.deadline?.getTime()).toBeGreaterThan(at);
    await storage.close();
  });
});
