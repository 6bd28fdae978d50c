import { describeStorage } from "@queue/runtime/conformance";
import { describe, it } from "vitest";
import { memoryWorld } from "./memory-world.js";

// `pnpm test:long` runs ten times as many.
const propertyRuns = Number(process.env.QUEUE_PROPERTY_RUNS ?? 1_000);
/** The random sequences take longer than any other test; the rest is done in milliseconds. */
const timeoutMs = 20_000 + propertyRuns * 30;

describeStorage("memory", () => memoryWorld(), {
  order: "queue",
  describe,
  it: (name, body) => it(name, body, timeoutMs),
  propertyRuns,
});
