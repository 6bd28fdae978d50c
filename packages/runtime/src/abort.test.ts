import { describe, expect, it } from "vitest";
import { LazyAbort } from "./abort.js";

describe("a lazy abort", () => {
  it("has one signal, which is aborted with the first reason", () => {
    const abort = new LazyAbort();
    const { signal } = abort;
    expect(abort.signal).toBe(signal);
    expect(signal.aborted).toBe(false);
    abort.abort("first");
    abort.abort("second");
    expect([signal.aborted, signal.reason]).toEqual([true, "first"]);
  });

  it("has an aborted signal for who asks after the abort", () => {
    const abort = new LazyAbort();
    abort.abort("first");
    abort.abort("second");
    expect([abort.signal.aborted, abort.signal.reason]).toEqual([true, "first"]);
  });
});
