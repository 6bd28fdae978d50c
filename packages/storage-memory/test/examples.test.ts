import { expect, it, vi } from "vitest";

it("the first queue of the README prints what it says", async () => {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await import("../examples/first-queue.js");
    expect(log.mock.calls).toEqual([["task 1: hello"], ["1 done, 1 delayed"]]);
  } finally {
    log.mockRestore();
  }
});
