import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/cli.js";
import { FIRST_CONTRACT } from "../../src/cli/init.js";
import { readContract } from "../../src/contract/index.js";
import { CONTRACT_SCHEMA } from "../../src/contract/schema.js";
import { createWorld, SMALL, type World } from "./world.js";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.remove());

describe("help", () => {
  it.each(["--help", "-h", "help"])("%s lists the commands", async (arg) => {
    const { code, stdout } = await world.run(arg);
    expect(code).toBe(0);
    for (const name of ["init", "generate", "check", "breaking", "watch", "docs", "schema"])
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
  });

  it.each([...COMMANDS.keys()])("%s --help explains its options", async (name) => {
    const { code, stdout, stderr } = await world.run(name, "--help");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Usage: queue-codegen ${name}`);
    for (const option of Object.keys(COMMANDS.get(name)?.options ?? {}))
      expect(stdout).toContain(`--${option}`);
    expect((await world.run("help", name)).stdout).toBe(stdout);
    expect(world.list()).toEqual([]);
  });

  it("fits a terminal of 90 columns", async () => {
    for (const args of [["--help"], ...[...COMMANDS.keys()].map((name) => [name, "--help"])]) {
      const { stdout } = await world.run(...args);
      expect(stdout.split("\n").filter((line) => line.length > 90)).toEqual([]);
    }
  });

  it("--version is the package's", async () => {
    expect((await world.run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("wrong use exits with 2 and says what to do", () => {
  it.each([
    [[], "which command? init, generate"],
    [["genrate"], "there is no command genrate; did you mean `generate`?"],
    [["frobnicate"], "there is no command frobnicate; there are init"],
    [["generate", "--splot"], "queue-codegen generate: Unknown option '--splot'\n"],
    [["generate", "--out"], "argument missing"],
    [["generate", "--out="], "--out is empty"],
    [["generate", "--format=xml"], '--format must be text, json, github, not "xml"'],
    [["generate"], "cannot read contract.yaml: it does not exist; `queue-codegen init` writes"],
    [["generate", "a/b.yaml"], "`queue-codegen init a/b.yaml` writes a contract"],
    [["generate", "."], "it is a folder"],
    [["generate", "a\nb.yaml"], "control characters"],
    [["check"], "it does not exist"],
    [["breaking"], "breaking needs --against"],
    [["breaking", "--against", "main"], "it does not exist"],
    [["docs", "a", "b"], "docs takes one contract"],
    [["schema", "a"], "schema takes no arguments"],
    [["init", "a", "b"], "init takes one file"],
    [["init", "no/such/folder.yaml"], "cannot write no/such/folder.yaml"],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await world.run(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).toContain("--help` explains its use\n");
    expect(world.list()).toEqual([]);
  });
});

describe("init", () => {
  it("writes a contract that generates and is not stale", async () => {
    expect(await world.run("init")).toMatchObject({ code: 0, stderr: "" });
    expect(await world.run("generate")).toMatchObject({ code: 0, stderr: "" });
    expect(await world.run("check")).toMatchObject({ code: 0 });
  });

  it("shows everything that a queue may say, commented or not", () => {
    expect(readContract(FIRST_CONTRACT, "contract.yaml")).toMatchObject({ ok: true });
    const whole = FIRST_CONTRACT.replace(/^( *)# ([a-z_]+:) /gm, "$1$2 ");
    const read = readContract(whole, "contract.yaml");
    expect(read).toMatchObject({ ok: true, contract: { reservedIds: [2] } });
    const policy = read.ok ? read.contract.queues[0]?.policy : undefined;
    expect(Object.keys(policy ?? {})).toHaveLength(7);
  });

  it("never overwrites", async () => {
    world.write("contract.yaml", SMALL);
    expect(await world.run("init")).toMatchObject({ code: 2, stdout: "" });
    expect(world.read("contract.yaml")).toBe(SMALL);
  });
});

it("schema prints the schema that the package has", async () => {
  const { code, stdout } = await world.run("schema");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(CONTRACT_SCHEMA)));
});

describe("docs", () => {
  it("prints a page, or writes it where --out says", async () => {
    world.write("contract.yaml", SMALL);
    const { code, stdout } = await world.run("docs");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# contract\.yaml\n/);
    expect(await world.run("docs", "--out", "doc/queues.md")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(world.read("doc/queues.md")).toBe(stdout);
  });

  it("leaves an old page alone when the contract has problems", async () => {
    world.write("contract.yaml", "queues: []\n");
    world.write("queues.md", "old");
    expect((await world.run("docs", "-o", "queues.md")).code).toBe(2);
    expect(world.read("queues.md")).toBe("old");
  });
});

describe("colour", () => {
  async function problemIn(env: Record<string, string>, isTTY: boolean): Promise<string> {
    let printed = "";
    const stderr = { isTTY, write: (text: string) => (printed += text) };
    const terminal = createWorld({ env, stderr });
    try {
      terminal.write("contract.yaml", "queues: []\n");
      await terminal.run("generate");
      return printed;
    } finally {
      terminal.remove();
    }
  }

  it("is for terminals, unless NO_COLOR is set", async () => {
    const plain = "contract.yaml:1:9: [no-queues] the contract has no queues\n";
    expect(await problemIn({}, true)).toContain("\u001b[31m[no-queues]\u001b[0m");
    expect(await problemIn({ NO_COLOR: "" }, true)).toContain("\u001b[");
    expect(await problemIn({}, false)).toContain(plain);
    expect(await problemIn({ NO_COLOR: "1" }, true)).toContain(plain);
    expect(await problemIn({ TERM: "dumb" }, true)).toContain(plain);
  });
});
