import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isMap, parseDocument, visit } from "yaml";
import { generate } from "../src/index.js";
import { createWorld } from "./cli/world.js";
import { contractFixtures } from "./contracts.js";

const EVERYTHING =
  contractFixtures("valid")
    .find(({ name }) => name === "everything")
    ?.text.replace("default: { a: [1, null", "default: { z: 1, a: [1, null") ?? "";

function outputOf(text: string): [string, string][] {
  const generated = generate(text, { file: "contract.yaml" });
  if (!generated.ok) throw new Error(JSON.stringify(generated.problems));
  return [...generated.files];
}

const expected = outputOf(EVERYTHING);

/** The same contract with the keys of every mapping in another order, and in another style. */
function shuffled(text: string, order: () => number, flow: boolean): string {
  const document = parseDocument(text, { intAsBigInt: true });
  visit(document, {
    Collection: (_, node) => {
      if (isMap(node)) node.items = node.items.toSorted(() => order());
      node.flow = flow;
    },
  });
  return document.toString({ lineWidth: 40, indent: 4, directives: false });
}

it("shuffled keys and another style give the same bytes", () => {
  fc.assert(
    fc.property(
      fc.infiniteStream(fc.integer({ min: -1, max: 1 })),
      fc.boolean(),
      (chance, flow) => {
        const next = () => chance.next().value ?? 0;
        expect(outputOf(shuffled(EVERYTHING, next, flow))).toEqual(expected);
      },
    ),
    { numRuns: 50 },
  );
});

it("CRLF, a byte order mark and comments give the same bytes", () => {
  const edited = `\uFEFF# a comment\n${EVERYTHING}# the end`.replaceAll("\n", "\r\n");
  expect(outputOf(edited)).toEqual(expected);
  for (const [, text] of expected) expect(text).not.toContain("\r");
});

it("another locale and time zone give the same bytes", () => {
  const world = createWorld();
  const bin = fileURLToPath(new URL("../bin/queue-codegen.js", import.meta.url));
  try {
    world.write("contract.yaml", EVERYTHING);
    for (const [TZ, LC_ALL] of [
      ["UTC", "C"],
      ["Asia/Kolkata", "tr_TR.UTF-8"],
      ["America/St_Johns", "ar_EG.UTF-8"],
    ]) {
      const out = `out-${TZ?.replace("/", "-")}`;
      const env = { ...process.env, TZ, LC_ALL, LANG: LC_ALL };
      execFileSync(process.execPath, [bin, "generate", "--out", out], { cwd: world.dir, env });
      expect([["contract.gen.ts", world.read(`${out}/contract.gen.ts`)]]).toEqual(expected);
    }
  } finally {
    world.remove();
  }
});
