import { afterEach, expect, it, vi } from "vitest";

const log = vi.spyOn(console, "log").mockImplementation(() => {});
afterEach(() => log.mockClear());

it("the README's plan prints its reasons", async () => {
  await import("../examples/plan.js");
  const printed = log.mock.calls.map(([line]) => line);
  expect(printed[0]).toContain("1 worker");
  expect(printed[2]).toContain("4 is its maximum");
});

it("the README's Manager in one process with its worker does the task", async () => {
  await import("../examples/in-process.js");
  expect(log.mock.calls).toEqual([["hello"]]);
});

it("the README's API in somebody's own server answers", async () => {
  await import("../examples/mounted.js");
  expect(log.mock.calls).toEqual([[200, expect.objectContaining({ total: expect.anything() })]]);
});
