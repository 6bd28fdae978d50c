import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RULES } from "../src/breaking/index.js";
import { COMMANDS } from "../src/cli/cli.js";
import { FIELD_TYPES, PROBLEM_CODES } from "../src/contract/index.js";
import { CONTRACT_SCHEMA } from "../src/contract/schema.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The rows of the table whose head begins with a cell, without the spaces around cells. */
function table(head: string): string[][] {
  const lines = readme.split("\n");
  const from = lines.findIndex((line) => line.startsWith(`| ${head} |`)) + 2;
  const rows = lines.slice(from, from + lines.slice(from).indexOf(""));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}

describe("the README", () => {
  it("has each rule of breaking, as the code has it", () => {
    const rules = Object.entries(RULES).map(([id, { breaks, what }]) => [
      `\`${id}\``,
      breaks,
      what,
    ]);
    expect(table("rule")).toEqual(rules);
  });

  it("has each code of a problem, as the code has it", () => {
    const codes = Object.entries(PROBLEM_CODES).map(([code, what]) => [`\`${code}\``, what]);
    expect(table("code")).toEqual(codes);
  });

  it("has each command, as its help has it", () => {
    const commands = [...COMMANDS].map(([name, { summary }]) => [`\`${name}\``, summary]);
    expect(table("`queue-codegen`")).toEqual(commands);
  });

  it("has each type", () => {
    const named = table("type").flatMap(([types = ""]) => types.split(", "));
    const types = named.map((type) => type.replace(/[`"]/g, ""));
    expect(types.toSorted()).toEqual([...FIELD_TYPES].toSorted());
  });

  it("has each key of a contract, a queue and a field", () => {
    const keysIn = (schema: unknown) => Object.keys((schema as Schema).properties);
    type Schema = { properties: Record<string, { items: Schema }> };
    const queue = (CONTRACT_SCHEMA as Schema).properties.queues?.items;
    for (const key of [...keysIn(CONTRACT_SCHEMA), ...keysIn(queue)])
      expect(readme).toMatch(new RegExp(`^\\| .*\`${key}\`.* \\|`, "m"));
  });
});
