import { describe, expect, it } from "vitest";
import { createModelStorage } from "../../test/model-storage.js";
import { QueueError, type QueueErrorCode } from "../errors.js";
import type { FullStorage } from "../full-storage.js";
import { createManualClock } from "../testing/index.js";

const data = new Uint8Array([1]);
const lease = { taskId: 1, lease: 1 };

const newStorage = () => createModelStorage(createManualClock());

/** What a caller in JavaScript can do, and TypeScript would not let through. */
const wrong = <T>(value: unknown) => value as T;

/** The sentence a person gets to read, without its code. */
async function sentence(
  call: (storage: FullStorage) => Promise<unknown>,
  code: QueueErrorCode = "INVALID_ARGUMENT",
  storage: FullStorage = newStorage(),
): Promise<string> {
  const error = await call(storage).catch((reason: unknown) => reason);
  if (!(error instanceof QueueError)) throw new Error(`expected a QueueError, got ${error}`);
  expect(error.code).toBe(code);
  return error.message.replace(`[${code}] `, "");
}

describe("the sentence for wrong use says what was given, what is allowed and what to do:", () => {
  it("two schedules at once", async () => {
    const both = { queueNum: 1, data, startTime: new Date(), delayMs: 5 };
    expect(await sentence((storage) => storage.putTask(wrong(both)))).toBe(
      "startTime and delayMs are both given; keep the moment or the pause, and leave the other out",
    );
    expect(
      await sentence((storage) => storage.putTasks(wrong([{ queueNum: 1, data }, both]))),
    ).toBe(
      "requests[1].startTime and delayMs are both given; keep the moment or the pause, and leave the other out",
    );
  });

  it("a retry with two moments, or none", async () => {
    const both = { ...lease, nextStartTime: new Date(), delayMs: 5 };
    expect(await sentence((storage) => storage.retryTask(wrong([both])))).toBe(
      "retries[0] has both nextStartTime and delayMs; give one of them: the moment, or the pause until the next try",
    );
    expect(await sentence((storage) => storage.retryTask(wrong([lease])))).toMatch(
      /^retries\[0\] has neither nextStartTime nor delayMs; give one of them/,
    );
  });

  it("NaN", async () => {
    expect(
      await sentence((storage) => storage.putTask({ queueNum: 1, data, delayMs: Number.NaN })),
    ).toBe("delayMs must be milliseconds, from 0 to 100 years, not NaN");
    expect(
      await sentence((storage) => storage.getTask(1, 1, { visibilityTimeoutMs: Number.NaN })),
    ).toBe("visibilityTimeoutMs must be milliseconds, from 1 to 100 years, not NaN");
    expect(
      await sentence((storage) =>
        storage.putTask({ queueNum: 1, data, startTime: new Date(Number.NaN) }),
      ),
    ).toBe("startTime must be a Date between the years 1970 and 9999, not an invalid Date");
    expect(await sentence((storage) => storage.getTask(1, Number.NaN))).toBe(
      "count must be an integer from 1 to 10000, not NaN",
    );
  });

  it("a visibility timeout of 0", async () => {
    expect(await sentence((storage) => storage.getTask(1, 1, { visibilityTimeoutMs: 0 }))).toBe(
      "visibilityTimeoutMs must be more than 0 ms, not 0",
    );
  });

  it.each([0, 65_536, 1.5, "1", undefined])("queue number %j", async (queueNum) => {
    expect(await sentence((storage) => storage.getTask(wrong(queueNum), 1))).toBe(
      `queueNum must be an integer from 1 to 65535, not ${JSON.stringify(queueNum)}; take it from the queue's contract`,
    );
  });

  it("a queue number in a list", async () => {
    expect(await sentence((storage) => storage.waitTask([1, -1], { timeoutMs: 0 }))).toBe(
      "queueNums[1] must be an integer from 1 to 65535, not -1; take it from the queue's contract",
    );
  });

  it("a payload too large", async () => {
    const large = { queueNum: 1, data: new Uint8Array(1_048_577) };
    expect(await sentence((storage) => storage.putTask(large), "PAYLOAD_TOO_LARGE")).toBe(
      "data: 1048577 bytes, the limit is 1048576; keep the bytes elsewhere and put a reference, or split the call",
    );
  });

  it("a payload that is no bytes", async () => {
    expect(
      await sentence((storage) => storage.putTask({ queueNum: 1, data: wrong("hello") })),
    ).toBe('data must be a Uint8Array, not "hello"; encode it first');
  });

  it("a closed storage", async () => {
    const storage = newStorage();
    await storage.close();
    expect(await sentence(() => storage.getStat(), "CLOSED", storage)).toBe(
      "the storage has been closed; create a new one",
    );
  });

  it("an unknown option", async () => {
    expect(await sentence((storage) => storage.getTask(1, 1, wrong({ timeoutMs: 5 })))).toBe(
      'options has no option "timeoutMs"; known are signal, visibilityTimeoutMs',
    );
    expect(
      await sentence((storage) => storage.putTask(wrong({ queueNum: 1, data, delay: 5 }))),
    ).toMatch(/^request has no option "delay"; known are queueNum, data, startTime, delayMs/);
  });

  it("onKey without a key", async () => {
    expect(
      await sentence((storage) => storage.putTask(wrong({ queueNum: 1, data, onKey: "keep" }))),
    ).toBe("onKey says what to do when a key is in use; give a key");
  });

  it("a signal that is none", async () => {
    const signal = wrong<AbortSignal>(new AbortController());
    expect(await sentence((storage) => storage.getTask(1, 1, { signal }))).toBe(
      "signal must be an AbortSignal, not an object; an AbortController has one",
    );
  });

  it("a task twice in a commit", async () => {
    expect(await sentence((storage) => storage.commit({ done: [lease], cancel: [1] }))).toBe(
      "commit names task 1 twice in done, retry, release, bury and cancel",
    );
  });
});

describe("what a refusal tells a program", () => {
  it("is the argument, and size and limit where there are any", async () => {
    const storage = newStorage();
    await expect(storage.putTask({ queueNum: 0, data })).rejects.toMatchObject({
      details: { argument: "queueNum" },
    });
    await expect(
      storage.putTask({ queueNum: 1, data: new Uint8Array(1_048_577) }),
    ).rejects.toMatchObject({ details: { size: 1_048_577, limit: 1_048_576 } });
  });
});
