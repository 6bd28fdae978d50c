import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Plan } from "../src/simulation/plan.js";
import { tryPlan } from "../src/simulation/trial.js";

// Plans that once failed, each shrunk and kept by `pnpm simulate --seeds N --save NAME`.

const folder = new URL("regressions/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

test.each(files)("%s", async (name) => {
  const { plan } = JSON.parse(readFileSync(new URL(name, folder), "utf8")) as { plan: Plan };
  expect((await tryPlan(plan)).verdict.violations).toEqual([]);
});
