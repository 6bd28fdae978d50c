import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { show } from "./command.mjs";
import { workspacePackages } from "./manifests.mjs";
import { install } from "./pnpm.mjs";
import { checkReadmes } from "./readmes.mjs";
import { addUp } from "./summary.mjs";
import { systemNeeds } from "./system-needs.mjs";
import { provide, thisMachine } from "./system-packages.mjs";

// A task whose dependency failed could only fail for that reason again, so it does not run.
const run = ["run", "build", "typecheck", "lint", "test", "--continue=dependencies-successful"];
// Tests start servers and processes of their own: more tasks than cores only make each other late.
const asManyAsCores = "--concurrency=100%";

/**
 * `npm test`: install, run every check, close with `N passed, N failed, N skipped`.
 *
 * @param {string} root
 * @param {readonly string[]} pnpm
 * @param {readonly string[]} args all go to turbo
 * @returns {number} the exit code
 */
export function runTests(root, pnpm, args) {
  const failed = install(root, pnpm);
  if (failed) return failed;

  const workspace = workspacePackages(root);
  const system = provide(systemNeeds(workspace), thisMachine(root));
  if (!system.ok) return 1;
  for (const variable of system.skip) process.env[variable] = "1";

  // The report of a former run must not count. Turbo puts it back where it takes the run from its cache.
  for (const { dir } of workspace) rmSync(reportOf(root, dir), { force: true });
  const earlierRuns = runSummaries(root);
  const chosen = args.some((arg) => arg.startsWith("--concurrency")) ? [] : [asManyAsCores];
  const turbo = [...pnpm, "exec", "turbo", ...run, ...chosen];
  const turboExitCode = show(root, [...turbo, "--summarize", ...args]);

  const readmeProblems = checkReadmes(root);
  for (const problem of readmeProblems) console.error(problem);

  const totals = addUp(
    takeRunSummary(root, earlierRuns),
    turboExitCode,
    workspace.filter(({ manifest }) => manifest.scripts?.test).map(({ manifest }) => manifest.name),
    (dir) => readJson(reportOf(root, dir)),
    readmeProblems.length > 0 ? ["README check failed (see above)"] : [],
  );
  for (const problem of totals.problems) console.error(`FAILED ${problem}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return totals.failed === 0 ? 0 : 1;
}

/**
 * @param {string} root
 * @param {string} dir
 */
function reportOf(root, dir) {
  return join(root, dir, ".vitest", "report.json");
}

/** @param {string} root */
function runSummaries(root) {
  const dir = join(root, ".turbo", "runs");
  return existsSync(dir) ? readdirSync(dir).map((name) => join(dir, name)) : [];
}

/**
 * Reads the summary which turbo has just written, and removes it: each is large and nobody would.
 *
 * @param {string} root
 * @param {readonly string[]} earlier
 */
function takeRunSummary(root, earlier) {
  const file = runSummaries(root).find((name) => !earlier.includes(name));
  if (file === undefined) return undefined;
  const summary = readJson(file);
  rmSync(file);
  return summary;
}

/**
 * @param {string} file
 * @returns {any}
 */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
