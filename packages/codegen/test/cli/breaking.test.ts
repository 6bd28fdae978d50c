import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWorld, SMALL, type World, withField } from "./world.js";

let world: World;
beforeEach(() => {
  world = createWorld();
  world.write("contract.yaml", SMALL);
});
afterEach(() => world.remove());

const LEGAL = withField(SMALL, "{ name: cc, type: string, optional: true }");
const BROKEN = SMALL.replace("type: string", "type: int");

describe("breaking, against a file", () => {
  beforeEach(() => world.write("old/contract.yaml", SMALL));
  const against = ["--against", "old/contract.yaml"];

  it("passes a legal change", async () => {
    world.write("contract.yaml", LEGAL);
    expect(await world.run("breaking", ...against)).toEqual({
      code: 0,
      stdout: "0 breaking changes against old/contract.yaml\n",
      stderr: "",
    });
  });

  it("names each change, its rule and its place", async () => {
    world.write("contract.yaml", BROKEN);
    expect(await world.run("breaking", ...against)).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "contract.yaml:5:17: [FIELD_TYPE_CHANGED] WIRE, SOURCE: field `to` of queue `emails` was string and is now int; " +
        "add another field at the end instead\n1 breaking change against old/contract.yaml\n",
    });
  });

  it("tells programs and GitHub the same", async () => {
    world.write("contract.yaml", BROKEN);
    const json = await world.run("breaking", ...against, "--format", "json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      changes: [{ rule: "FIELD_TYPE_CHANGED", breaks: ["WIRE", "SOURCE"], line: 5, col: 17 }],
    });
    const { stdout } = await world.run("breaking", ...against, "--format", "github");
    expect(stdout).toMatch(
      /^::error file=contract.yaml,line=5,col=17,title=FIELD_TYPE_CHANGED \(WIRE%2C SOURCE\)::/,
    );
  });

  it("leaves SOURCE to the compiler with --wire-only", async () => {
    world.write("contract.yaml", withField(SMALL, "{ name: cc, type: string }"));
    expect((await world.run("breaking", ...against)).code).toBe(1);
    expect((await world.run("breaking", ...against, "--wire-only")).code).toBe(0);
    world.write("contract.yaml", BROKEN);
    expect((await world.run("breaking", ...against, "--wire-only")).code).toBe(1);
  });

  it("does not compare with a contract that has problems, and says which one", async () => {
    world.write("old/contract.yaml", "queues: []\n");
    const { code, stderr } = await world.run("breaking", ...against);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^old\/contract.yaml:1:9: \[no-queues\]/);
  });

  it("compares a file with one contract only", async () => {
    world.write("other.yaml", SMALL);
    const { code, stderr } = await world.run("breaking", "contract.yaml", "other.yaml", ...against);
    expect(code).toBe(2);
    expect(stderr).toContain("one contract only");
  });
});

// Set by the test runner of this repository where git cannot be installed; never on CI.
const skipGit = Boolean(process.env.QUEUE_SKIP_GIT) && !process.env.CI;

describe.skipIf(skipGit)("breaking, against a git ref", () => {
  function git(...args: string[]) {
    const identity = [
      "-c",
      "user.name=t",
      "-c",
      "user.email=t@example.com",
      "-c",
      "commit.gpgsign=false",
    ];
    execFileSync("git", [...identity, ...args], { cwd: world.dir, stdio: "pipe" });
  }

  beforeEach(() => {
    world.write("apps/a/contract.yaml", SMALL);
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "--message=first");
    git("tag", "v1");
  });

  it("finds the contract of a branch, a tag and a commit, in any folder", async () => {
    world.write("apps/a/contract.yaml", BROKEN);
    git("commit", "--quiet", "--all", "--message=second");
    for (const ref of ["v1", "HEAD~1", "main~1"]) {
      const { code, stderr } = await world.run(
        "breaking",
        "apps/a/contract.yaml",
        "--against",
        ref,
      );
      expect([code, stderr]).toEqual([1, expect.stringContaining("[FIELD_TYPE_CHANGED]")]);
    }
    const same = await world.run(
      "breaking",
      "apps/a/contract.yaml",
      "contract.yaml",
      "--against",
      "main",
    );
    expect(same).toMatchObject({ code: 0, stderr: "" });
  });

  it("takes a contract that the commit does not have for new, and says so", async () => {
    world.write("new.yaml", SMALL);
    expect(await world.run("breaking", "new.yaml", "--against", "main")).toEqual({
      code: 0,
      stdout: "0 breaking changes against main\n",
      stderr: "new.yaml is not in main: all of it is new\n",
    });
  });

  it("shows the problems of an old contract with its commit", async () => {
    world.write("contract.yaml", "queues: []\n");
    git("commit", "--quiet", "--all", "--message=broken");
    world.write("contract.yaml", SMALL);
    const { code, stderr } = await world.run("breaking", "--against", "HEAD");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^HEAD:contract.yaml:1:9: \[no-queues\]/);
  });

  it.each(["nowhere", "--output=/x", "-h^", "HEAD:contract.yaml", "main nothing"])(
    "refuses %s, which is no commit",
    async (ref) => {
      const { code, stderr } = await world.run("breaking", `--against=${ref}`);
      expect(code).toBe(2);
      expect(stderr).toMatch(/no such file, and git|is no git ref/);
    },
  );
});

it("says what is wrong outside of a repository", async () => {
  const { code, stderr } = await world.run("breaking", "--against", "main");
  expect(code).toBe(2);
  expect(stderr).toMatch(/--against main: .*(not a git repository|git is not installed)/);
});
