import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../result.js";
import { describe, figuresTable, verdictsTable } from "./report.js";
import { summaryTable } from "./summary.js";

/** Where figures stand, and what is written there. Marks in the file say where: nobody types figures. */
const PLACES: readonly (readonly [
  file: string,
  blocks: Readonly<Record<string, (result: Result) => string>>,
])[] = [
  ["README.md", { summary: (result) => `${summaryTable(result)}\n\n${describe(result)}` }],
  [
    "tooling/bench/README.md",
    { machine: describe, verdicts: verdictsTable, figures: figuresTable },
  ],
];

/** Writes the figures of a result into the READMEs. Returns those that were different. */
export function publish(root: string, result: Result, { write }: { write: boolean }): string[] {
  return PLACES.filter(([file, blocks]) => {
    const path = join(root, file);
    const before = readFileSync(path, "utf8");
    let text = before;
    for (const [name, make] of Object.entries(blocks)) text = replaced(text, name, make(result));
    if (write && text !== before) writeFileSync(path, text);
    return text !== before;
  }).map(([file]) => file);
}

/** The text with another content between the marks of this name. Throws if they are not there. */
export function replaced(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- figures: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`the marks ${begin} and ${end} are missing`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}
