import { describe, expect, it } from "vitest";
import { farewell } from "./serve.js";

describe("the last words say", () => {
  it("that all is done", () => {
    expect(farewell({ drained: true, released: [], stillRunning: [] })).toBe(
      "Stopped: every handler finished.",
    );
  });

  it("what was given back, and who still runs", () => {
    const stuck = { queueNum: 1, name: "emails", taskIds: [4, 5], forMs: 31_000 };
    expect(farewell({ drained: false, released: [1, 2, 3], stillRunning: [stuck] })).toBe(
      [
        "Stopped before all was finished.",
        "Given back to their queues: 3 tasks.",
        "Still running: a handler of emails, 2 tasks, for 31000 ms.",
      ].join("\n"),
    );
  });
});
