import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { findMutant, mutants } from "../mutants/all.js";
import { Coverage } from "../simulation/coverage.js";
import type { Plan } from "../simulation/plan.js";
import { planFromSeed } from "../simulation/plan-from-seed.js";
import { tryPlan } from "../simulation/trial.js";
import { historyText, type SeedFailure } from "../simulation/try-seeds.js";
import { type Arguments, HELP, parseArguments, WrongUse } from "./arguments.js";
import { count, Progress } from "./progress.js";
import { runSeedPool } from "./seed-pool.js";
import { shrinkAndShow } from "./shrink-command.js";

/** Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const use = parseArguments(args);
  if (use.help) {
    console.log(HELP);
    return 0;
  }
  if (use.mutant === "list") {
    for (const { name, caughtBy } of mutants) console.log(`${name} (${caughtBy})`);
    return 0;
  }
  return use.plan === undefined ? trySeeds(use) : tryOnePlan(use, use.plan);
}

const alterOf = ({ mutant }: Arguments) =>
  mutant === undefined ? undefined : findMutant(mutant).alter;

async function trySeeds(use: Arguments): Promise<number> {
  const total = use.to - use.from + 1;
  const { coverage: wanted, history, hash } = use;
  const progress = new Progress(total);
  const coverage = new Coverage();
  const failures: SeedFailure[] = [];
  let done = 0;
  let interrupted = false;
  process.once("SIGINT", () => {
    interrupted = true; // the pieces under way end, and then it says what it has seen
  });
  await runSeedPool({
    from: use.from,
    to: use.to,
    jobs: use.jobs ?? availableParallelism(),
    mutant: use.mutant,
    extras: { coverage: wanted, history, hash },
    onResults({ from, to }, results) {
      done += to - from + 1;
      failures.push(...results.failures);
      for (const failure of results.failures) report(failure, use);
      coverage.merge(results.coverage);
      for (const [seed, text] of results.histories) console.log(`seed ${seed}:\n${text}`);
      for (const [seed, text] of results.hashes) console.log(`${seed} ${text}`);
      progress.show(done, failures.length);
      return failures.length < use.failures && !interrupted;
    },
  });
  const took = progress.end();
  if (wanted) console.log(`${coverage.table(done)}\n`);
  const range = done < total ? ` (of ${use.from}..${use.to})` : "";
  console.log(`${count(done)} seeds in ${took}${range}: ${failures.length} failed`);
  const [first] = failures.sort((a, b) => a.seed - b.seed);
  if (first === undefined) return 0;
  if (use.shrink) await shrinkAndShow(planFromSeed(first.seed), alterOf(use), use.save);
  return 1;
}

/** At once: whoever started a long run wants to know while it goes on. */
function report({ seed, text }: SeedFailure, { mutant }: Arguments): void {
  const how = mutant === undefined ? "--shrink" : `--shrink --mutant "${mutant}"`;
  console.log(`seed ${seed} fails\n${text}\nagain: pnpm simulate --seeds ${seed} ${how}\n`);
}

async function tryOnePlan(use: Arguments, path: string): Promise<number> {
  const { plan } = JSON.parse(await readFile(path, "utf8")) as { plan: Plan };
  const { events, verdict } = await tryPlan(plan, alterOf(use));
  if (use.history) console.log(historyText(events));
  console.log(`${path}: ${verdict.violations.length} violations`);
  if (verdict.violations.length === 0) return 0;
  if (use.shrink) await shrinkAndShow(plan, alterOf(use), use.save);
  else for (const { invariant, says } of verdict.violations) console.log(`${invariant}: ${says}`);
  return 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(`${error.message}\n\n${HELP}`);
  process.exitCode = 2;
}
