import { describe, expect, it } from "vitest";
import { checkedStorageOptions } from "./storage-options.js";

describe("the options of a storage", () => {
  it("have defaults", () => {
    expect(checkedStorageOptions({}, [])).toEqual({
      visibilityTimeoutMs: 60_000,
      maxPayloadBytes: 1_048_576,
    });
  });

  it("are whole milliseconds, rounded up", () => {
    const { visibilityTimeoutMs } = checkedStorageOptions({ visibilityTimeoutMs: 0.5 }, []);
    expect(visibilityTimeoutMs).toBe(1);
  });

  it("are refused by name when they are unknown", () => {
    const options = { visibilityTimeout: 5 } as object;
    expect(() => checkedStorageOptions(options, ["clock"])).toThrow(
      '[INVALID_ARGUMENT] options has no option "visibilityTimeout"; known are visibilityTimeoutMs, maxPayloadBytes, clock',
    );
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("refuse a timeout of %s", (value) => {
    expect(() => checkedStorageOptions({ visibilityTimeoutMs: value }, [])).toThrow(
      `[INVALID_ARGUMENT] visibilityTimeoutMs must be milliseconds, from 1 to 100 years, not ${value}`,
    );
  });

  it.each([0, 1.5, Number.NaN, 33_554_433])("refuse a payload limit of %s", (value) => {
    expect(() => checkedStorageOptions({ maxPayloadBytes: value }, [])).toThrow(
      `[INVALID_ARGUMENT] maxPayloadBytes must be an integer from 1 to 33554432, not ${value}`,
    );
  });
});
