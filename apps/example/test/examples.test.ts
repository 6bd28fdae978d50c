import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";

let log: MockInstance<typeof console.log>;
beforeEach(() => {
  log = vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(() => {
  log.mockRestore();
});

describe("the examples of the READMEs", () => {
  it("first-queue greets everybody, after a failure as well", async () => {
    await import("../examples/first-queue.js");
    expect(log.mock.calls).toEqual([["Hello, Ada!"], ["Hello, Grace!"]]);
  });

  it("middleware passes the request's id from the put to the handler", async () => {
    await import("../examples/middleware.js");
    expect(log.mock.calls).toEqual([["r-17: handled"]]);
  });

  it("show-payloads decodes by the contract alone", async () => {
    await import("../examples/show-payloads.js");
    expect(log.mock.calls).toEqual([["notifications", 1, { device: "phone-1", text: "Hello" }]]);
  });

  it("test-a-handler asserts what it says", async () => {
    await import("../examples/test-a-handler.js");
    expect(log).not.toHaveBeenCalled();
  });
});
