import { describeStorage } from "@queue/runtime/conformance";
import { createManualClock } from "@queue/runtime/testing";
import { expect, it } from "vitest";
import { createMemoryStorage } from "../../src/index.js";
import { createCensus } from "./census.js";

const RUNS = Number(process.env.QUEUE_PROPERTY_RUNS ?? 10_000);
const PROGRESS_EVERY = Math.max(1, Math.round(RUNS / 20));

it(`${RUNS} random sequences of up to 100 calls agree with the model`, async () => {
  const census = createCensus();
  const startedAt = performance.now();
  let sequences = 0;
  const setup = () => {
    const clock = createManualClock();
    const storage = census.watch(createMemoryStorage({ clock }));
    sequences += 1;
    if (sequences % PROGRESS_EVERY === 0) {
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      process.stdout.write(`${sequences} of ${RUNS} sequences, ${seconds} s\n`);
    }
    return { storage, advance: clock.advance, now: clock.now, dispose: () => storage.close() };
  };

  let property: (() => Promise<void>) | undefined;
  describeStorage("memory", setup, {
    order: "queue",
    describe: (_name, body) => body(),
    // The random sequences are declared last; every other promise is kept in `npm test`.
    it: (_name, body) => {
      property = body;
    },
    propertyRuns: RUNS,
  });
  await property?.();
  expect(sequences).toBe(RUNS);
  process.stdout.write(`\n${census.lines().join("\n")}\n`);
}, 3_600_000);
