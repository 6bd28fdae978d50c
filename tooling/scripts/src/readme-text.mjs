/**
 * @typedef {object} Block a fenced code block whose info string names a file
 * @property {string} file as written, relative to the package
 * @property {number} start index of the first line inside the fence
 * @property {number} end index of the closing fence
 *
 * @typedef {object} Link
 * @property {string} target without its fragment
 * @property {number} line counted from 1
 */

/**
 * Finds what a README promises about other files: code blocks that show one, and relative links.
 *
 * @param {readonly string[]} lines
 */
export function scanReadme(lines) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Link[]} */
  const links = [];
  for (let index = 0; index < lines.length; index++) {
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/.exec(lines[index] ?? "");
    if (fence === null) {
      for (const target of relativeLinks(lines[index] ?? ""))
        links.push({ target, line: index + 1 });
      continue;
    }
    const [, marks = "", info = ""] = fence;
    const end = closingFence(lines, index + 1, marks);
    const file = info.trim().split(/\s+/)[1];
    if (file !== undefined) blocks.push({ file, start: index + 1, end });
    index = end;
  }
  return { blocks, links };
}

/**
 * The lines of a file or a block, without the whitespace nobody sees.
 *
 * @param {string} text
 */
export function trimmedLines(text) {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
}

/**
 * @param {readonly string[]} lines
 * @param {number} from
 * @param {string} marks
 */
function closingFence(lines, from, marks) {
  const closes = new RegExp(`^ {0,3}\\${marks[0]}{${marks.length},}\\s*$`);
  const end = lines.findIndex((line, index) => index >= from && closes.test(line));
  return end === -1 ? lines.length : end;
}

/** @param {string} line */
function relativeLinks(line) {
  const prose = line.replace(/(`+).*?\1/g, ""); // what stands in backticks is not a link
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)];
  const definitions = [...prose.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/g)];
  return [...inline, ...definitions]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target))
    .map((target) => decodeURI(target.replace(/[#?].*$/, "")));
}
