import { describe, expect, it } from "vitest";
import { addUp } from "./summary.mjs";

type Run = NonNullable<Parameters<typeof addUp>[0]>;
type Report = NonNullable<ReturnType<Parameters<typeof addUp>[3]>>;

function task(taskId: string, exitCode = 0): Run["tasks"][number] {
  const [name = "", kind = ""] = taskId.split("#");
  return { taskId, task: kind, package: name, directory: name, execution: { exitCode } };
}

function runOf(...tasks: Run["tasks"]): Run {
  return { packages: [...new Set(tasks.map((each) => each.package))], tasks };
}

function report(counts: Partial<Report> = {}): Report {
  return {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
    ...counts,
  };
}

const nothing = () => undefined;

describe("the closing line of npm test", () => {
  it("adds up the reports of the packages whose tests ran", () => {
    const reports: Record<string, Report> = {
      a: report({ numPassedTests: 3, numPendingTests: 1 }),
      b: report({ numPassedTests: 4, numTodoTests: 1 }),
      notInThisRun: report({ numPassedTests: 100 }),
    };
    const run = runOf(task("a#test"), task("b#test"), task("a#lint"));
    expect(addUp(run, 0, ["a", "b", "notInThisRun"], (dir) => reports[dir], [])).toEqual({
      passed: 7,
      failed: 0,
      skipped: 2,
      problems: [],
    });
  });

  it("counts a failed test once, although its task and turbo failed, too", () => {
    const failing = report({
      numPassedTests: 1,
      numFailedTests: 2,
      testResults: [
        { status: "failed", assertionResults: [{ status: "failed" }, { status: "failed" }] },
      ],
    });
    const totals = addUp(runOf(task("a#test", 1)), 1, ["a"], () => failing, []);
    expect(totals).toMatchObject({ passed: 1, failed: 2, problems: [] });
  });

  it("counts a test file that could not be loaded", () => {
    const broken = report({
      numPassedTests: 5,
      testResults: [
        { status: "passed", assertionResults: [{ status: "passed" }] },
        { status: "failed", assertionResults: [] },
      ],
    });
    const totals = addUp(runOf(task("a#test", 1)), 1, ["a"], () => broken, []);
    expect(totals).toMatchObject({ passed: 5, failed: 1 });
    expect(totals.problems).toEqual(["a#test: 1 test file(s) could not run"]);
  });

  it("counts a test task that failed although every test passed", () => {
    const totals = addUp(
      runOf(task("a#test", 1)),
      1,
      ["a"],
      () => report({ numPassedTests: 5 }),
      [],
    );
    expect(totals).toMatchObject({ passed: 5, failed: 1 });
    expect(totals.problems).toEqual(["a#test failed outside of its tests"]);
  });

  it("counts a test task that left no report, even a successful one", () => {
    const totals = addUp(runOf(task("a#test")), 0, ["a"], nothing, []);
    expect(totals).toMatchObject({ failed: 1, problems: ["a#test left no report"] });
  });

  it("counts failed builds, type checks and lints, and tests that did not run for that reason", () => {
    const run = { packages: ["a", "b"], tasks: [task("a#build", 2), task("b#lint", 1)] };
    const totals = addUp(run, 2, ["a"], nothing, []);
    expect(totals.failed).toBe(3);
    expect(totals.problems).toEqual(["a#build failed", "b#lint failed", "a#test did not run"]);
  });

  it("counts problems found outside of turbo", () => {
    const totals = addUp(runOf(), 0, [], nothing, ["README check failed"]);
    expect(totals).toMatchObject({ failed: 1, problems: ["README check failed"] });
  });

  it("is never 0 failed when turbo failed", () => {
    expect(addUp(undefined, 1, ["a"], nothing, []).failed).toBe(1);
    expect(addUp(runOf(task("a#lint")), 130, [], nothing, [])).toMatchObject({
      failed: 1,
      problems: ["turbo ended with 130"],
    });
  });
});
