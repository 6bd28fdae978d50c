import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scanReadme, trimmedLines } from "./readme-text.mjs";

const fix = "after editing the file: node tooling/scripts/check-readmes.mjs --write";

/**
 * Compares what the READMEs show with the files they show. Those files are type-checked and run by the tests
 * of their package, so what a README promises is tested, while an edit of a README invalidates no turbo task.
 *
 * @param {string} root
 * @param {{ write?: boolean }} [options] `write` copies the files into the READMEs
 * @returns {string[]} complaints, each with file and line
 */
export function checkReadmes(root, { write = false } = {}) {
  return readmesOf(root).flatMap((readme) => {
    const path = join(root, readme);
    const text = readFileSync(path, "utf8");
    const { fixed, problems } = checkReadme(readme, text, dirname(path), write);
    if (fixed !== text) writeFileSync(path, fixed);
    return problems;
  });
}

/**
 * @param {string} root
 * @returns {string[]} relative to the root
 */
function readmesOf(root) {
  const inGroups = ["packages", "apps", "tooling"]
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((dir) => `${group}/${dir}/README.md`));
  return ["README.md", "CONTRIBUTING.md", ...inGroups].filter((readme) =>
    existsSync(join(root, readme)),
  );
}

/**
 * @param {string} readme its name in complaints
 * @param {string} text
 * @param {string} dir where its relative paths begin
 * @param {boolean} write
 */
function checkReadme(readme, text, dir, write) {
  const lines = text.split("\n");
  const { blocks, links } = scanReadme(lines);
  /** @type {string[]} */
  const problems = [];
  for (const { target, line } of links)
    if (!existsSync(join(dir, target)))
      problems.push(`${readme}:${line}: links to ${target}, which does not exist`);

  // From the last to the first: a rewritten block may change the line numbers below it.
  for (const { file, start, end } of blocks.toReversed()) {
    if (!existsSync(join(dir, file))) {
      problems.push(`${readme}:${start}: shows ${file}, which does not exist`);
      continue;
    }
    const wanted = trimmedLines(readFileSync(join(dir, file), "utf8"));
    const shown = trimmedLines(lines.slice(start, end).join("\n"));
    const at = firstDifference(wanted, shown);
    if (at === undefined) continue;
    if (write) {
      lines.splice(start, end - start, ...wanted);
      continue;
    }
    problems.push(
      `${readme}:${start + at + 1}: differs from ${file}:${at + 1}\n` +
        `  README: ${shown[at] ?? "(ends here)"}\n` +
        `  file:   ${wanted[at] ?? "(ends here)"}\n  ${fix}`,
    );
  }
  return { fixed: lines.join("\n"), problems };
}

/**
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 */
function firstDifference(a, b) {
  const longer = a.length > b.length ? a : b;
  const at = longer.findIndex((_, index) => a[index] !== b[index]);
  return at === -1 ? undefined : at;
}
