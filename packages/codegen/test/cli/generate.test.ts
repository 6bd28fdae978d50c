import { readlinkSync, statSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GENERATOR_VERSION } from "../../src/version.js";
import { createWorld, SMALL, type World, withField } from "./world.js";

let world: World;
beforeEach(() => {
  world = createWorld();
  world.write("contract.yaml", SMALL);
});
afterEach(() => world.remove());

const OUTPUT = "src/generated/contract.gen.ts";

describe("generate", () => {
  it("writes contract.yaml to src/generated, with a header that names both", async () => {
    expect(await world.run("generate")).toEqual({
      code: 0,
      stdout: `${OUTPUT} written\n`,
      stderr: "",
    });
    expect(world.read(OUTPUT).split("\n")[0]).toBe(
      `// Generated from contract.yaml by @queue/codegen ${GENERATOR_VERSION}. Do not edit.`,
    );
  });

  it("changes nothing the second time, not even the file's time", async () => {
    await world.run("generate");
    const before = statSync(world.at(OUTPUT), { bigint: true });
    expect(await world.run("generate")).toEqual({
      code: 0,
      stdout: "1 file unchanged\n",
      stderr: "",
    });
    const after = statSync(world.at(OUTPUT), { bigint: true });
    expect([after.mtimeNs, after.ino]).toEqual([before.mtimeNs, before.ino]);
  });

  it("leaves a file alone whose line ends git has changed", async () => {
    await world.run("generate");
    world.write(OUTPUT, world.read(OUTPUT).replaceAll("\n", "\r\n"));
    expect((await world.run("generate")).stdout).toBe("1 file unchanged\n");
    expect((await world.run("check")).code).toBe(0);
  });

  it("leaves nothing but its output behind", async () => {
    await world.run("generate");
    world.write("contract.yaml", withField(SMALL, "{ name: cc, type: string, optional: true }"));
    expect((await world.run("generate")).stdout).toBe(`${OUTPUT} written\n`);
    expect(world.list("src/generated")).toEqual(["contract.gen.ts"]);
  });

  it("writes one file for each queue with --split, wherever --out says", async () => {
    world.write(
      "q/jobs.yml",
      `${SMALL}  - { id: 2, name: user_events, fields: [{ name: x, type: int }] }\n`,
    );
    const { stdout } = await world.run("generate", "q/jobs.yml", "--split", "--out", "lib");
    expect(stdout).toBe("lib/jobs.emails.gen.ts written\nlib/jobs.user-events.gen.ts written\n");
    expect(world.list("lib")).toEqual(["jobs.emails.gen.ts", "jobs.user-events.gen.ts"]);
  });

  it("writes nothing while one of the contracts has a problem", async () => {
    world.write("other.yaml", SMALL.replace("fields", "feilds"));
    const { code, stderr } = await world.run("generate", "contract.yaml", "other.yaml");
    expect(code).toBe(2);
    expect(stderr).toBe(
      "other.yaml:4:5: [unknown-key] unknown key `feilds`; did you mean `fields`?\n" +
        "1 problem; nothing was written\n",
    );
    expect(world.list()).toEqual(["contract.yaml", "other.yaml"]);
  });

  it("never replaces a file that it did not write", async () => {
    world.write(OUTPUT, "export const precious = 1;\n");
    world.write("a.yaml", SMALL);
    const { code, stderr } = await world.run("generate", "a.yaml", "contract.yaml");
    expect(code).toBe(2);
    expect(stderr).toContain(`${OUTPUT} was not generated; move it away, or choose another --out`);
    expect(world.read(OUTPUT)).toBe("export const precious = 1;\n");
    expect(world.list("src/generated")).toEqual(["contract.gen.ts"]); // a.gen.ts neither
  });

  it("deletes nothing, but says what is no longer generated", async () => {
    await world.run("generate", "--split");
    world.write("src/generated/mine.gen.ts", "// my own\n");
    const { code, stderr } = await world.run("generate");
    expect(code).toBe(0);
    expect(stderr).toBe(
      "src/generated/contract.emails.gen.ts, once generated from contract.yaml, is not generated any more; delete it\n",
    );
    expect(world.list("src/generated")).toHaveLength(3);
  });

  it("writes through a link", async () => {
    world.write("real.gen.ts", "");
    world.write("src/generated/.keep", "");
    symlinkSync("../../real.gen.ts", world.at(OUTPUT));
    expect((await world.run("generate")).code).toBe(0);
    expect(readlinkSync(world.at(OUTPUT))).toBe("../../real.gen.ts");
    expect(world.read("real.gen.ts")).toContain("EmailsPayload");
  });

  it("refuses a contract that is named twice, and two contracts of one output", async () => {
    const twice = await world.run("generate", "contract.yaml", "contract.yaml");
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining("is named twice")]);
    world.write("a/contract.yaml", SMALL);
    const { code, stderr } = await world.run("generate", "contract.yaml", "a/contract.yaml");
    expect(code).toBe(2);
    expect(stderr).toContain("contract.yaml and a/contract.yaml would both be contract.gen.ts");
  });

  it("says so when the output folder is a file", async () => {
    const { code, stderr } = await world.run("generate", "--out", "contract.yaml");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^queue-codegen generate: E(NOTDIR|EXIST)/);
    expect(world.read("contract.yaml")).toBe(SMALL);
  });

  it("tells programs what it did", async () => {
    const { stdout } = await world.run("generate", "--format", "json");
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      files: [{ file: OUTPUT, status: "written" }],
      orphans: [],
    });
    world.write("contract.yaml", "queues: []\n");
    const failed = await world.run("generate", "--format", "json");
    expect(failed).toMatchObject({ code: 2, stderr: "" });
    expect(JSON.parse(failed.stdout)).toMatchObject({
      ok: false,
      problems: [{ code: "no-queues", file: "contract.yaml", line: 1, col: 9 }],
    });
  });

  it("annotates the contract on GitHub", async () => {
    world.write("contract.yaml", SMALL.replace("emails", '"10,5: 100%"'));
    const { code, stdout } = await world.run("generate", "--format", "github");
    expect(code).toBe(2);
    expect(stdout).toBe(
      "::error file=contract.yaml,line=3,col=11,endLine=3,endColumn=23,title=bad-name::" +
        'the queue name "10,5: 100%25" is not snake_case; begin with a letter: `user_id`\n',
    );
  });
});

describe("check", () => {
  it("is content with what generate wrote", async () => {
    await world.run("generate");
    expect(await world.run("check")).toEqual({
      code: 0,
      stdout: "1 file up to date\n",
      stderr: "",
    });
  });

  it("finds a missing file", async () => {
    const { code, stderr } = await world.run("check");
    expect(code).toBe(1);
    expect(stderr).toBe(
      `missing: ${OUTPUT} of contract.yaml is not there\nrun \`queue-codegen generate\` and commit the result\n`,
    );
    expect(world.list()).toEqual(["contract.yaml"]); // it only looks
  });

  it("finds a stale file and shows the difference", async () => {
    await world.run("generate");
    const before = world.read(OUTPUT);
    world.write("contract.yaml", SMALL.replace("{ name: to,", "{ name: recipient,"));
    const { code, stderr } = await world.run("check");
    expect(code).toBe(1);
    expect(stderr).toContain(`stale: ${OUTPUT} differs from what contract.yaml gives\n`);
    expect(stderr).toContain("\n  -  readonly to: string;\n  +  readonly recipient: string;\n");
    expect(world.read(OUTPUT)).toBe(before);
  });

  it("finds a file that was edited by hand", async () => {
    await world.run("generate");
    world.write(OUTPUT, `${world.read(OUTPUT)}// mine\n`);
    const { code, stderr } = await world.run("check");
    expect(code).toBe(1);
    expect(stderr).toContain("\n  -// mine\n");
  });

  it("finds orphans, and takes no other file for one", async () => {
    await world.run("generate", "--split");
    await world.run("generate");
    world.write("src/generated/mine.gen.ts", "// my own\n");
    world.write("src/generated/folder.gen.ts/deep.gen.ts", world.read(OUTPUT));
    world.write("src/generated/notes.txt", "// Generated from contract.yaml by @queue/codegen\n");
    const { code, stderr } = await world.run("check");
    expect(code).toBe(1);
    expect(stderr).toContain(
      "orphan: src/generated/contract.emails.gen.ts was generated from contract.yaml, which no longer gives it; delete it\n",
    );
    expect(stderr.match(/orphan/g)).toHaveLength(1);
  });

  it("takes the files of a contract that was not named for orphans, unlike generate", async () => {
    world.write("other.yaml", SMALL);
    await world.run("generate", "other.yaml");
    expect((await world.run("generate")).stderr).toBe("");
    const { code, stderr } = await world.run("check");
    expect(code).toBe(1);
    expect(stderr).toContain("from other.yaml, which was not named; name it, or delete the file\n");
    expect((await world.run("check", "contract.yaml", "other.yaml")).code).toBe(0);
  });

  it("tells programs and GitHub what it found", async () => {
    await world.run("generate");
    world.write(OUTPUT, `${world.read(OUTPUT)}// mine\n`);
    const json = await world.run("check", "--format", "json");
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: false,
      files: [{ file: OUTPUT, status: "stale", diff: expect.arrayContaining(["-// mine"]) }],
    });
    const { stdout, stderr } = await world.run("check", "--format", "github");
    expect([stdout, stderr]).toEqual([
      `::error file=${OUTPUT},line=1,title=stale::stale: ${OUTPUT} differs from what contract.yaml gives\n`,
      "",
    ]);
  });

  it("has no opinion on a contract with problems", async () => {
    world.write("contract.yaml", "queues: []\n");
    expect(await world.run("check")).toMatchObject({ code: 2, stdout: "" });
  });
});
