import { createProbe, type Probe } from "./probe.js";
import type { Setup, StorageSuiteOptions } from "./world.js";

/** What a group of promises is written against. */
export interface Suite {
  readonly options: StorageSuiteOptions;
  group(name: string, body: () => void): void;
  /** One promise, tried in a world of its own. */
  it(promise: string, body: (probe: Probe) => Promise<void>): void;
}

export function createSuite(setup: Setup, options: StorageSuiteOptions): Suite {
  return {
    options,
    group(name, body) {
      options.describe(name, body);
    },
    it(promise, body) {
      options.it(promise, async () => {
        const world = await setup();
        try {
          await body(createProbe(world, options));
        } finally {
          await world.dispose();
        }
      });
    },
  };
}
