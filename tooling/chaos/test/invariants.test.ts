import { describe, expect, test } from "vitest";
import { checkHistory, INVARIANTS, type Invariant } from "../src/index.js";
import type { Case } from "./invariants/case.js";
import { conservation } from "./invariants/conservation.js";
import { counters } from "./invariants/counters.js";
import { fencing } from "./invariants/fencing.js";
import { leaseExclusion } from "./invariants/lease-exclusion.js";
import { liveness } from "./invariants/liveness.js";
import { noInvention } from "./invariants/no-invention.js";
import { noLoss } from "./invariants/no-loss.js";
import { noResurrection } from "./invariants/no-resurrection.js";
import { order } from "./invariants/order.js";
import { punctuality } from "./invariants/punctuality.js";

// Each invariant with histories that it accepts and histories that it rejects.
const cases: Readonly<Record<Invariant, readonly Case[]>> = {
  "no loss": noLoss,
  "no invention": noInvention,
  "lease exclusion": leaseExclusion,
  fencing,
  counters,
  punctuality,
  order,
  conservation,
  liveness,
  "no resurrection": noResurrection,
};

describe.each(Object.entries(cases))("%s", (invariant, list) => {
  test("is tried with histories it accepts and with histories it rejects", () => {
    expect(list.some(({ broken }) => broken === undefined)).toBe(true);
    expect(list.some(({ broken }) => broken?.[0] === invariant)).toBe(true);
    expect(Object.keys(INVARIANTS)).toContain(invariant);
  });

  test.each(list.filter(({ broken }) => broken === undefined))(
    "accepts $name",
    ({ story, options }) => {
      expect(checkHistory(story.events, options).violations).toEqual([]);
    },
  );

  test.each(list.filter(({ broken }) => broken !== undefined))(
    "rejects $name",
    ({ story, broken, options }) => {
      const { violations } = checkHistory(story.events, options);
      const told = violations
        .filter((one) => one.invariant === broken?.[0])
        .map(({ says }) => says);
      expect(told).toContainEqual(expect.stringContaining(broken?.[1] ?? ""));
      for (const { positions } of violations) expect(positions.length).toBeGreaterThan(0);
    },
  );
});

test("every invariant is tried", () => {
  expect(Object.keys(cases)).toEqual(Object.keys(INVARIANTS));
});
