/**
 * @typedef {object} RunSummary the part that is read of what `turbo run --summarize` writes
 * @property {string[]} packages names of the packages in scope
 * @property {TaskSummary[]} tasks tasks that ran or came from the cache; the others are absent
 *
 * @typedef {object} TaskSummary
 * @property {string} taskId
 * @property {string} task
 * @property {string} package
 * @property {string} directory
 * @property {{ exitCode: number }} execution
 *
 * @typedef {object} Report the part that is read of vitest's JSON report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults
 *
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed failed tests, and one for each problem
 * @property {number} skipped
 * @property {string[]} problems what failed outside of any test, one line each
 */

/**
 * Adds up a run. A run that did not come out well never adds up to `0 failed`.
 *
 * @param {RunSummary | undefined} run `undefined` when turbo wrote none
 * @param {number} turboExitCode
 * @param {readonly string[]} testedPackages names of the packages that have a `test` script
 * @param {(directory: string) => Report | undefined} readReport
 * @param {readonly string[]} otherProblems
 * @returns {Totals}
 */
export function addUp(run, turboExitCode, testedPackages, readReport, otherProblems) {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const problems = [...otherProblems];
  if (run === undefined) problems.push(`turbo ended with ${turboExitCode} before running anything`);

  for (const { taskId, task, directory, execution } of run?.tasks ?? []) {
    if (task !== "test") {
      if (execution.exitCode !== 0) problems.push(`${taskId} failed`);
      continue;
    }
    const report = readReport(directory);
    if (report === undefined) {
      problems.push(`${taskId} left no report`);
      continue;
    }
    totals.passed += report.numPassedTests;
    totals.failed += report.numFailedTests;
    totals.skipped += report.numPendingTests + report.numTodoTests;
    const brokenFiles = report.testResults.filter(failedAsAWhole).length;
    if (brokenFiles > 0) problems.push(`${taskId}: ${brokenFiles} test file(s) could not run`);
    else if (execution.exitCode !== 0 && report.numFailedTests === 0)
      problems.push(`${taskId} failed outside of its tests`);
  }

  // A task whose dependency failed is not in turbo's summary at all.
  const ran = new Set(run?.tasks.filter(({ task }) => task === "test").map((task) => task.package));
  for (const name of run?.packages ?? [])
    if (testedPackages.includes(name) && !ran.has(name)) problems.push(`${name}#test did not run`);

  totals.failed += problems.length;
  if (turboExitCode !== 0 && totals.failed === 0) {
    problems.push(`turbo ended with ${turboExitCode}`);
    totals.failed = 1;
  }
  return { ...totals, problems };
}

/**
 * A file that failed to load, or whose hooks failed, has no failed test of its own.
 *
 * @param {Report["testResults"][number]} file
 */
function failedAsAWhole(file) {
  return (
    file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
  );
}
