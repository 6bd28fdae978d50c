import { describe, expect, it } from "vitest";
import { QueueError } from "./errors.js";

describe("QueueError", () => {
  it("is an Error with a code for programs and a sentence for people", () => {
    const error = new QueueError("CLOSED", "the storage has been closed");
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("QueueError");
    expect(error.code).toBe("CLOSED");
    expect(error.message).toBe("[CLOSED] the storage has been closed");
    expect(String(error)).toBe("QueueError: [CLOSED] the storage has been closed");
  });

  it("keeps its cause", () => {
    const cause = new Error("ECONNRESET");
    expect(new QueueError("UNAVAILABLE", "no answer", { cause }).cause).toBe(cause);
  });

  it("has no cause of its own", () => {
    expect("cause" in new QueueError("INTERNAL", "a bug")).toBe(false);
  });

  it("carries details, and an empty object without any", () => {
    const details = { outcome: "unknown" } as const;
    expect(new QueueError("UNAVAILABLE", "no answer", { details }).details).toEqual(details);
    expect(new QueueError("INTERNAL", "a bug").details).toEqual({});
  });
});
