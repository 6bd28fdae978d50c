import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { publish, replaced } from "../src/report/publish.js";
import type { Result } from "../src/result.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const file = new URL("../results/peers.json", import.meta.url);
const result = JSON.parse(readFileSync(file, "utf8")) as Result;

it("the figures in the READMEs are those of the committed result (else: pnpm bench:publish)", () => {
  expect(publish(root, result, { write: false })).toEqual([]);
});

it("notices a README with other figures", () => {
  const [figure, ...others] = result.figures;
  if (figure === undefined) throw new Error("the result is empty");
  const changed = { ...figure, values: figure.values.map((value) => value * 2) };
  const other = { ...result, figures: [changed, ...others] };
  expect(publish(root, other, { write: false })).toContain("tooling/bench/README.md");
});

it("the committed result is of a full run of at least five rounds in which everybody took part", () => {
  expect(result).toMatchObject({ size: "full", absent: {} });
  expect(result.rounds).toBeGreaterThanOrEqual(5);
});

it("puts content between marks, and refuses a text without them", () => {
  const text = "a\n<!-- figures: x -->\nold\n<!-- end: x -->\nb";
  expect(replaced(text, "x", "new")).toBe("a\n<!-- figures: x -->\nnew\n<!-- end: x -->\nb");
  expect(() => replaced("nothing", "x", "new")).toThrow("marks");
});
