import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@queue/runtime";
import { afterAll, expect, it } from "vitest";
import { runCommand } from "../src/cli/command.js";

const dir = mkdtempSync(join(tmpdir(), "queue-manager-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function run(...args: string[]) {
  const printed: string[] = [];
  const notes: string[] = [];
  const code = await runCommand(args, {
    print: (text) => printed.push(text),
    note: (text) => notes.push(text),
    env: {},
    logger: silentLogger,
    load: async () => ({}),
    stopSignal: () => AbortSignal.abort(),
  });
  return { code, printed: printed.join("\n"), notes: notes.join("\n") };
}

it("simulates, shows its progress, and draws what it saw", async () => {
  const svg = join(dir, "waits.svg");
  const { code, printed, notes } = await run(
    ...["simulate", "--workload", "burst", "--seeds", "1", "--first-seed", "3", "--svg", svg],
  );
  expect(code).toBe(0);
  expect(printed).toContain("round robin");
  expect(printed).toMatch(/PASS burst: p99, in p99 of the bound/);
  expect(notes).toContain("burst: seed 3 of 3");
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*<\/svg>\n$/s);
});

it.each([["--help"], ["-h"]])("helps: %s", async (...args) => {
  const { code, printed } = await run(...args);
  expect(code).toBe(0);
  expect(printed).toContain("simulate");
});

it("helps with a command, whatever else is asked", async () => {
  const { code, printed } = await run("simulate", "--seeds", "x", "--help");
  expect(code).toBe(0);
  expect(printed).toContain("--first-seed <n>");
  expect(printed).toContain("expensive switches");
});

it.each([
  [[], "No command given"],
  [["dance"], 'There is no command "dance"'],
  [["constructor"], 'There is no command "constructor"'],
  [["__proto__", "--help"], 'There is no command "__proto__"'],
  [["simulate", "--seeds", "0"], "--seeds must be a whole number from 1 to 1000"],
  [["simulate", "--seeds", "1e9"], "--seeds must be a whole number"],
  [["simulate", "--workload", "none"], '--workload "none" is unknown; there are: steady, burst'],
  [["simulate", "--sedes", "3"], "--sedes"],
])("says what is wrong with %j", async (args, complaint) => {
  const { code, notes, printed } = await run(...args);
  expect(code).toBe(2);
  expect(printed).toBe("");
  expect(notes).toContain(complaint);
  expect(notes).toContain("queue-manager --help");
});
