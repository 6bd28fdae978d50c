const CONTEXT = 2;
const MAX_LINES = 60;
/** Beyond it the texts have little in common, and nobody reads the rest. */
const MAX_CELLS = 4_000_000;

type Edit = { readonly kind: " " | "-" | "+"; readonly line: string };

/** What leads from one text to another, line by line, with a little around each change. */
export function diff(from: string, to: string): string[] {
  const edits = editsOf(from.split("\n"), to.split("\n"));
  const near = new Set<number>();
  for (const [i, { kind }] of edits.entries())
    if (kind !== " ") for (let at = i - CONTEXT; at <= i + CONTEXT; at++) near.add(at);
  const lines: string[] = [];
  let last = -1;
  for (const [i, { kind, line }] of edits.entries()) {
    if (!near.has(i)) continue;
    if (lines.length > 0 && i !== last + 1) lines.push("@@");
    lines.push(`${kind}${line}`);
    last = i;
  }
  const more = lines.length - MAX_LINES;
  return more <= 0 ? lines : [...lines.slice(0, MAX_LINES), `@@ ${more} more lines`];
}

/** Common lines at both ends cost nothing; between them, as many lines as possible stay. */
function editsOf(a: readonly string[], b: readonly string[]): Edit[] {
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const keep = (line: string): Edit => ({ kind: " ", line });
  return [
    ...a.slice(0, head).map(keep),
    ...middleEdits(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(keep),
  ];
}

function middleEdits(a: readonly string[], b: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  const kept = a.length * b.length > MAX_CELLS ? [] : keptLines(a, b);
  let [i, j] = [0, 0];
  const changeUntil = (nextI: number, nextJ: number) => {
    while (i < nextI) edits.push({ kind: "-", line: a[i++] ?? "" });
    while (j < nextJ) edits.push({ kind: "+", line: b[j++] ?? "" });
  };
  for (const [nextI, nextJ] of kept) {
    changeUntil(nextI, nextJ);
    edits.push({ kind: " ", line: a[i++] ?? "" });
    j++;
  }
  changeUntil(a.length, b.length);
  return edits;
}

/** The longest common subsequence, as pairs of indices. */
function keptLines(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width); // of a from i and b from j
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const kept: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; )
    if (a[i] === b[j]) kept.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  return kept;
}
