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
