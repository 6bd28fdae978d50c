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
    const { fixed, problems } = checkReadme(readme, text, dirsOf(root, readme), write);
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
  const ofPackages = inGroups.flatMap((readme) => [
    readme,
    ...readmesOfParts(root, dirname(readme)),
  ]);
  return ["README.md", "CONTRIBUTING.md", ...ofPackages].filter((readme) =>
    existsSync(join(root, readme)),
  );
}

/**
 * A part of a package that has users of its own may have a README beside its sources.
 *
 * @param {string} root
 * @param {string} dir of the package
 * @returns {string[]} relative to the root
 */
function readmesOfParts(root, dir) {
  const src = join(root, dir, "src");
  if (!existsSync(src)) return [];
  return readdirSync(src).map((part) => `${dir}/src/${part}/README.md`);
}

/**
 * Links begin at the README, as they do for who reads it. Examples lie in the package, wherever the README does.
 *
 * @param {string} root
 * @param {string} readme
 */
function dirsOf(root, readme) {
  const dir = dirname(readme);
  return { links: join(root, dir), files: join(root, dir.replace(/\/src\/[^/]+$/, "")) };
}

/**
 * @param {string} readme its name in complaints
 * @param {string} text
 * @param {{ links: string, files: string }} dirs where the paths of links and of shown files begin
 * @param {boolean} write
 */
function checkReadme(readme, text, dirs, write) {
  const lines = text.split("\n");
  const { blocks, links } = scanReadme(lines);
  /** @type {string[]} */
  const problems = [];
  for (const { target, line } of links)
    if (!existsSync(join(dirs.links, target)))
      problems.push(`${readme}:${line}: links to ${target}, which does not exist`);

  // From the last to the first: a rewritten block may change the line numbers below it.
  for (const { file, start, end } of blocks.toReversed()) {
    if (!existsSync(join(dirs.files, file))) {
      problems.push(`${readme}:${start}: shows ${file}, which does not exist`);
      continue;
    }
    const wanted = trimmedLines(readFileSync(join(dirs.files, file), "utf8"));
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
