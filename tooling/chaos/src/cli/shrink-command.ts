import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { explain } from "../checker/explain.js";
import { shrinkPlan } from "../shrink/shrink-plan.js";
import type { Plan } from "../simulation/plan.js";
import type { Alterations } from "../simulation/simulate.js";
import { tryPlan } from "../simulation/trial.js";
import { historyText } from "../simulation/try-seeds.js";

const REGRESSIONS = fileURLToPath(new URL("../../test/regressions/", import.meta.url));

/** Shrinks a failing plan, prints it with its history, and keeps it if there is a name for it. */
export async function shrinkAndShow(plan: Plan, alter?: Alterations, name?: string): Promise<void> {
  const first = (await tryPlan(plan, alter)).verdict.violations[0];
  if (first === undefined) return console.log(`seed ${plan.seed} does not fail: nothing to shrink`);
  const { stderr } = process;
  const small = await shrinkPlan(plan, {
    async fails(candidate) {
      const { verdict } = await tryPlan(candidate, alter);
      return verdict.violations.some(({ invariant }) => invariant === first.invariant);
    },
    onProgress: (tried, steps) =>
      stderr.isTTY &&
      stderr.write(`\r\u001b[Kshrinking: ${tried} plans tried, ${steps} steps left`),
  });
  if (stderr.isTTY) stderr.write("\r\u001b[K");
  const { events, verdict } = await tryPlan(small, alter);
  console.log(
    `\nseed ${plan.seed}, shrunk from ${plan.steps.length} steps to ${small.steps.length}:`,
  );
  for (const step of small.steps) console.log(`  ${JSON.stringify(step)}`);
  console.log(`\nits history:\n${historyText(events)}\n`);
  for (const violation of verdict.violations.slice(0, 3)) console.log(explain(violation, events));
  if (name !== undefined) await save(name, small, first.says);
}

async function save(name: string, plan: Plan, found: string): Promise<void> {
  await mkdir(REGRESSIONS, { recursive: true });
  const path = `${REGRESSIONS}${name}.json`;
  await writeFile(path, `${JSON.stringify({ found, plan }, undefined, 2)}\n`);
  console.log(`\nkept as ${path}`);
}
