import { describeStorage } from "@queue/runtime/conformance";
import { describe, it } from "vitest";
import { memoryWorld } from "./memory-world.js";

// QUEUE_PROPERTY_RUNS=10000 is the long form; an hour of it has never hurt anyone.
const propertyRuns = Number(process.env.QUEUE_PROPERTY_RUNS ?? 1_000);
/** The random sequences take longer than any other test; the rest is done in milliseconds. */
const timeoutMs = 20_000 + propertyRuns * 30;

describeStorage("memory", () => memoryWorld(), {
  order: "queue",
  describe,
  it: (name, body) => it(name, body, timeoutMs),
  propertyRuns,
});
