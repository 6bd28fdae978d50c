import type { World } from "../src/conformance/index.js";
import { createModel, type Model } from "../src/conformance/model/model.js";
import type { FullStorage } from "../src/index.js";
import { createManualClock } from "../src/testing/index.js";
import { createModelStorage } from "./model-storage.js";

/** What a storage that comes up again is made of. */
export interface Remains {
  readonly model: Model;
  /** The storage as it should be. */
  readonly restarted: FullStorage;
}

/** The model as a storage that outlives its process; `comeUp` may get something of that wrong. */
export function durableWorld(
  comeUp: (remains: Remains) => FullStorage | Promise<FullStorage> = ({ restarted }) => restarted,
): World {
  const clock = createManualClock();
  const model = createModel(clock.now());
  let storage = createModelStorage(clock, model);
  return {
    storage,
    advance: clock.advance,
    now: clock.now,
    async restart() {
      await storage.close();
      model.advance(clock.now() - model.now());
      model.restart();
      storage = createModelStorage(clock, model);
      return comeUp({ model, restarted: storage });
    },
    dispose: () => storage.close(),
  };
}
