import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { breaksOf } from "../../src/breaking/index.js";
import { type FieldType, generatedNames, type QueueContract } from "../../src/contract/index.js";
import { generate } from "../../src/index.js";
import { BREAKING, contractOf, LEGAL } from "./changes.js";

const TYPES: Readonly<Record<FieldType, string>> = {
  int: "number",
  int64: "bigint",
  string: "string",
  bool: "boolean",
  "[]byte": "Uint8Array",
  "[]int": "number[]",
  "[]int64": "bigint[]",
  float64: "number",
  timestamp: "Date",
  "[]string": "string[]",
  json: "JsonValue",
};

/** A program that puts and handles tasks in every way the contract allows. */
function programOf(contract: string): string {
  return [
    'import { perTask, type Storage } from "@queue/runtime";',
    'import type { JsonValue } from "@queue/runtime/wire";',
    'import * as code from "./contract.gen.js";',
    "declare const storage: Storage;",
    "export type Used = JsonValue;",
    ...contractOf(contract).queues.flatMap(useOf),
  ].join("\n");
}

function useOf({ name, fields, policy }: QueueContract): string[] {
  const { put, queue } = generatedNames(name);
  const value = (type: FieldType) => `null as unknown as ${TYPES[type]}`;
  const given = (list: typeof fields) =>
    `{ ${list.map(({ property, type }) => `${property}: ${value(type)}`).join(", ")} }`;
  const required = fields.filter((field) => !field.optional && field.default === undefined);
  const reads = fields.map(
    ({ property, type, optional }, i) =>
      `  const v${i}: ${TYPES[type]}${optional ? " | undefined" : ""} = task.${property};`,
  );
  return [
    `await code.${put}(storage, ${given(required)});`,
    `await code.${put}(storage, ${given(fields)}, ${policy.key === undefined ? '{ key: "k" }' : "{}"});`,
    `export const ${name} = code.${queue}(perTask(async (task) => {`,
    ...reads,
    `  return [${fields.map((_, i) => `v${i}`).join(", ")}];`,
    "}));",
  ];
}

const cases = [...LEGAL.map((legal) => [...legal, []] as const), ...BREAKING];
let root = "";
let complaints = "";

/** Every program against the code of its own contract, and against that of the changed one: one run of the compiler. */
beforeAll(() => {
  const home = fileURLToPath(new URL("../../.vitest/", import.meta.url)); // where @queue/runtime is found
  mkdirSync(home, { recursive: true });
  root = mkdtempSync(join(home, "source-"));
  for (const [i, [, [before, after]]] of cases.entries())
    for (const [kind, contract] of Object.entries({ same: before, changed: after })) {
      const dir = join(root, `${kind}-${i}`);
      mkdirSync(dir);
      const generated = generate(contract, { file: "contract.yaml" });
      if (generated.ok)
        for (const [name, text] of generated.files) writeFileSync(join(dir, name), text);
      writeFileSync(join(dir, "program.ts"), programOf(before));
    }
  const config = {
    extends: "@queue/tsconfig/base.json",
    compilerOptions: { noEmit: true },
    include: ["*/*.ts"],
  };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(home, "..", "node_modules", ".bin", "tsc");
  complaints = spawnSync(tsc, ["-p", root, "--pretty", "false"], { encoding: "utf8" }).stdout;
}, 60_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function complaintsOf(dir: string): string[] {
  return complaints
    .split("\n")
    .filter((line) => line.includes(`/${dir}/`) || line.startsWith(`${dir}/`));
}

describe("a program written for the old contract", () => {
  it.each(cases.map(([change, , rules], i) => ({ change, rules, i })))(
    "compiles unless a rule says otherwise: $change",
    ({ rules, i }) => {
      expect(complaintsOf(`same-${i}`)).toEqual([]);
      const broken = rules.some((rule) => breaksOf(rule).includes("SOURCE"));
      expect(complaintsOf(`changed-${i}`).length > 0).toBe(broken);
    },
  );
});
