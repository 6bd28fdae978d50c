import { describe, it } from "node:test";
import { describeStorage } from "@queue/runtime/conformance";
import { createManualClock } from "@queue/runtime/testing";
import { createYourStorage } from "./your-storage.js";

describeStorage(
  "yours",
  () => {
    const clock = createManualClock();
    const storage = createYourStorage(clock);
    return { storage, advance: clock.advance, now: clock.now, dispose: () => storage.close() };
  },
  { order: "key", describe, it, propertyRuns: 50 },
);
