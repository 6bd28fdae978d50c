import { describe, it } from "vitest";
import type { World } from "../src/conformance/index.js";
import { describeStorage } from "../src/conformance/index.js";
import { createManualClock } from "../src/testing/index.js";
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
