import { expect, test } from "vitest";
import { findMutant } from "../mutants/all.js";
import { planFromSeed } from "../simulation/plan-from-seed.js";
import { tryPlan } from "../simulation/trial.js";
import { shrinkPlan } from "./shrink-plan.js";

test("a failing plan shrinks to the few steps that make it fail, and still fails", async () => {
  const { alter } = findMutant("ignores ttl");
  const fails = async (plan: ReturnType<typeof planFromSeed>) =>
    (await tryPlan(plan, alter)).verdict.violations.some(
      ({ invariant }) => invariant === "no resurrection",
    );
  let seed = 1;
  while (!(await fails(planFromSeed(seed)))) seed++;
  const plan = planFromSeed(seed);
  const small = await shrinkPlan(plan, { fails, tries: 400 });
  expect(await fails(small)).toBe(true);
  expect(plan.steps.length).toBeGreaterThan(15);
  expect(small.steps.length).toBeLessThan(6);
  expect(JSON.stringify(small)).toContain("ttlMs");
});

test("a plan that cannot shrink stays as it is", async () => {
  const plan = planFromSeed(3);
  const text = JSON.stringify(plan);
  const small = await shrinkPlan(plan, { fails: async (one) => JSON.stringify(one) === text });
  expect(small).toEqual(plan);
});
