import { describeStorage, type World } from "@queue/runtime/conformance";
import { createManualClock } from "@queue/runtime/testing";
import { describe, it } from "vitest";
import { createYourStorage } from "./your-storage.js";

function setup(): World {
  const clock = createManualClock();
  const storage = createYourStorage(clock);
  return { storage, advance: clock.advance, now: clock.now, dispose: () => storage.close() };
}

describeStorage("yours", setup, {
  order: "queue",
  describe,
  // The random sequences take longer than a runner allows by default.
  it: (name, body) => it(name, body, 120_000),
  propertyRuns: 50,
});
