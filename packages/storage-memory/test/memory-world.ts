import type { FullStorage } from "@queue/runtime";
import type { World } from "@queue/runtime/conformance";
import { createManualClock } from "@queue/runtime/testing";
import { createMemoryStorage } from "../src/index.js";

/** A memory storage under a clock of its own; `change` may put something in front of it. */
export function memoryWorld(change: (storage: FullStorage) => FullStorage = (same) => same): World {
  const clock = createManualClock();
  const memory = createMemoryStorage({ clock });
  return {
    storage: change(memory),
    advance: clock.advance,
    now: clock.now,
    dispose: () => memory.close(),
  };
}
