import { afterAll, describe, expect, test } from "vitest";
import { INVARIANTS, type Invariant } from "../src/index.js";
import { mutants } from "../src/mutants/all.js";
import type { Mutant } from "../src/mutants/mutant.js";
import { planFromSeed } from "../src/simulation/plan-from-seed.js";
import { tryPlan } from "../src/simulation/trial.js";

/** Every one is caught within as many seeds. */
const SEEDS = 60;

interface Caught {
  readonly mutant: Mutant;
  /** Which invariants spoke, and the first seed at which each did. */
  readonly by: ReadonlyMap<Invariant, number>;
}

/** Seed by seed, until the invariant that is to catch it has. */
async function hunt(mutant: Mutant): Promise<Caught> {
  const by = new Map<Invariant, number>();
  for (let seed = 1; seed <= SEEDS && !by.has(mutant.caughtBy); seed++) {
    const { verdict } = await tryPlan(planFromSeed(seed), mutant.alter);
    for (const { invariant } of verdict.violations) if (!by.has(invariant)) by.set(invariant, seed);
  }
  return { mutant, by };
}

describe("the checker catches", () => {
  const hunted: Caught[] = [];

  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    "%s",
    async (_name, mutant) => {
      const caught = await hunt(mutant);
      hunted.push(caught);
      expect([...caught.by.keys()]).toContain(mutant.caughtBy);
    },
  );

  test("mutants by every invariant", () => {
    const used = new Set(mutants.map(({ caughtBy }) => caughtBy));
    expect([...used].sort()).toEqual(Object.keys(INVARIANTS).sort());
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  afterAll(() => {
    const rows = hunted.map(({ mutant: { name, caughtBy }, by }) => {
      const others = [...by.keys()].filter((one) => one !== caughtBy);
      const also = others.length > 0 ? ` (also ${others.join(", ")})` : "";
      return `${String(by.get(caughtBy) ?? "-").padStart(4)}  ${name}: ${caughtBy}${also}`;
    });
    console.log(["seed  mutant: the invariant that caught it", ...rows, ""].join("\n"));
  });
});
