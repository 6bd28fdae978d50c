import { describe, it } from "vitest";
import type { World } from "../src/conformance/index.js";
import { describeStorage } from "../src/conformance/index.js";
import { createManualClock } from "../src/testing/index.js";
import { createDistantStorage } from "./distant-storage.js";
import { durableWorld } from "./durable-world.js";
import { createModelStorage } from "./model-storage.js";

function setup(): World {
  const clock = createManualClock();
  const storage = createModelStorage(clock);
  return { storage, advance: clock.advance, now: clock.now, dispose: () => storage.close() };
}

// The suite must be satisfiable: the model, from which it is judged, keeps every promise of it. That
// the model agrees with itself says little, so a few sequences are enough to see the machinery run.
describeStorage("the model", setup, { order: "queue", describe, it, propertyRuns: 50 });
describeStorage("the model, by key", setup, { order: "key", describe, it, propertyRuns: 50 });

// Nothing that only a storage in this process can do may be asked for.
describeStorage(
  "the model, over a wire",
  () => {
    const clock = createManualClock();
    const near = createModelStorage(clock);
    const { storage, reached } = createDistantStorage(near);
    return {
      storage,
      async advance(ms) {
        await reached();
        await clock.advance(ms);
      },
      now: clock.now,
      dispose: () => near.close(),
    };
  },
  { order: "queue", describe, it, propertyRuns: 10 },
);

describeStorage("the model, durable", () => durableWorld(), {
  order: "queue",
  durable: true,
  describe,
  it,
  propertyRuns: 50,
});
