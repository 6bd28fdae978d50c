import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readContract } from "../src/contract/index.js";
import { emit } from "../src/emit/emit.js";

const GOLDEN = fileURLToPath(new URL("golden", import.meta.url));
const cases = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function contractOf(name: string) {
  const read = readContract(readFileSync(join(GOLDEN, name, "contract.yaml")), "contract.yaml");
  if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));
  return read.contract;
}

const options = { source: "contract.yaml", generatorVersion: "1.2.3", split: false };

/** Runs the binary of a package that this one depends on. */
function run(packageName: string, bin: string, ...args: string[]) {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const script = join(dirname(manifest), bin);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: dirname(GOLDEN),
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

describe("the generated code", () => {
  it.each(cases)("of %s is the code that is expected", async (name) => {
    const files = emit(contractOf(name), options);
    expect([...files.keys()]).toEqual(["contract.gen.ts"]);
    await expect(files.get("contract.gen.ts")).toMatchFileSnapshot(
      join(GOLDEN, name, "expected.ts"),
    );
  });

  it("passes the compiler with every flag on", () => {
    expect(run("typescript", "bin/tsc", "-p", GOLDEN)).toEqual({ status: 0, output: "" });
  });

  it("passes the linter and the formatter without a word", () => {
    const { status, output } = run(
      "@biomejs/biome",
      "bin/biome",
      "ci",
      "--colors=off",
      "--error-on-warnings",
      GOLDEN,
    );
    expect(output).not.toMatch(/lint\/|format|×/);
    expect(status).toBe(0);
  });

  it.each(cases)("of %s names no type that it does not know", (name) => {
    const [text = ""] = emit(contractOf(name), options).values();
    expect(text).not.toMatch(/\bany\b(?!where)|\bunknown\b|as never|@ts-/);
    expect(text.match(/^import .* from "(.*)";$/gm)).toEqual([
      'import * as runtime from "@queue/runtime";',
      'import * as wire from "@queue/runtime/wire";',
    ]);
  });

  it("keeps a strange file name inside its comment", () => {
    const source = "a\nexport const evil = 1; //.yaml";
    const [text = ""] = emit(contractOf("emails"), { ...options, source }).values();
    expect(text.split("\n")[0]).toBe(
      "// Generated from a export const evil = 1; //.yaml by @queue/codegen 1.2.3. Do not edit.",
    );
  });

  it("is one file for each queue when it is split", () => {
    const split = emit(contractOf("every-type"), { ...options, split: true });
    expect([...split.keys()]).toEqual([
      "contract.required.gen.ts",
      "contract.optional.gen.ts",
      "contract.defaulted.gen.ts",
      "contract.user-events.gen.ts",
    ]);
    const [whole = ""] = emit(contractOf("every-type"), options).values();
    for (const text of split.values()) {
      const [, ...queue] = text.split("\nexport const ");
      expect(whole).toContain(queue.join("\nexport const "));
      expect(text.split("\n")[0]).toBe(whole.split("\n")[0]);
    }
  });
});
