import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../src/command.js";
import { createConsumerProject } from "../src/consumer-project.js";
import { bins, entries, unresolvedRanges } from "../src/manifest.js";
import { missingFor, publicPackages } from "../src/public-packages.js";
import { missingSources, pack, type Tarball, unwantedFiles } from "../src/tarball.js";

const packages = publicPackages();
const packCheck = fileURLToPath(new URL("..", import.meta.url));

it.each(packages)("the pack check covers $name", (each) => {
  expect(missingFor(each).join("\n")).toBe("");
});

describe("as packed", () => {
  let temp = "";
  const tarballs = new Map<string, Tarball>();
  let project: Awaited<ReturnType<typeof createConsumerProject>>;

  beforeAll(async () => {
    temp = mkdtempSync(join(tmpdir(), "pack-check-"));
    for (const { name, dir } of packages) tarballs.set(name, await pack(dir, name, temp));
    project = await createConsumerProject(join(temp, "consumer"), [...tarballs.values()]);
  });
  afterAll(() => rmSync(temp, { recursive: true, force: true }));

  function tarballOf(name: string): Tarball {
    const tarball = tarballs.get(name);
    if (tarball === undefined) throw new Error(`${name} was not packed`);
    return tarball;
  }

  function dirOf(name: string): string {
    return packages.find((each) => each.name === name)?.dir ?? "";
  }

  describe.each(packages)("$name", ({ name, dir, manifest }) => {
    it("holds what a user needs and nothing else", () => {
      const { files } = tarballOf(name);
      expect(unwantedFiles(files)).toEqual([]);
      expect(files).toContain("dist/index.js");
      expect(files).toContain("LICENSE");
      expect(files.includes("README.md")).toBe(existsSync(join(dir, "README.md")));
      expect(missingSources(dir, files)).toEqual([]);
    });

    it("depends on versions that npm understands", () => {
      expect(unresolvedRanges(tarballOf(name).manifest)).toEqual([]);
    });

    it("satisfies publint --strict", async () => {
      await run(packCheck, "pnpm", ["exec", "publint", "--strict", tarballOf(name).path]);
    });

    it("has types that resolve for ESM users", async () => {
      const args = ["--profile", "esm-only", "--no-emoji", "--format", "ascii"];
      await run(packCheck, "pnpm", ["exec", "attw", ...args, tarballOf(name).path]);
    });

    it("loads without its optional peers", async () => {
      await project.load(name);
    });

    for (const bin of bins(manifest))
      it(`installs the command ${bin}`, async () => {
        expect(await project.runBin(bin, ["--help"])).toContain(bin);
      });
  });

  it("a newcomer's first contract gives code that compiles and runs a first task", async () => {
    const printed = await project.runLine("npx queue-codegen init && npx queue-codegen generate");
    expect(printed).toContain("contract.yaml written");
    expect(printed).toContain("src/generated/contract.gen.ts written");
    const program = join(dirOf("@queue/codegen"), "examples", "first-task.ts");
    expect(await project.runProgram(program, "src")).toBe(
      "Hello, to ada@example.com, 1 copy, 12 bytes\n",
    );
    expect(await project.runLine("npx queue-codegen check")).toBe("1 file up to date\n");
    const schema = "sed -n 's/^# yaml-language-server: $schema=//p' contract.yaml";
    expect(JSON.parse(await project.runLine(`cat $(${schema})`))).toHaveProperty("properties");
  });

  describe("with optional peers installed", () => {
    beforeAll(() => project.installOptionalPeers());

    it.each(packages.flatMap(({ manifest }) => entries(manifest)))("%s loads", async (entry) => {
      await project.load(entry);
    });

    it.each(packages)("a program that uses $name type-checks and runs", async ({ consumer }) => {
      expect(await project.runProgram(consumer)).toBe("ok\n");
    });
  });
});
