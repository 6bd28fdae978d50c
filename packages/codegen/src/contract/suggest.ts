/** The known word that somebody probably meant, or `undefined` when none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const simple = (text: string) => text.toLowerCase().replace(/[^a-z0-9[\]]/g, "");
  const wanted = simple(word);
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(wanted, simple(candidate));
    if (distance < (best?.distance ?? tolerance(candidate.length)))
      best = { word: candidate, distance };
  }
  return best?.word;
}

/** How many slips make another word: a third of its letters, one in a short word. */
function tolerance(length: number): number {
  return length < 2 ? 1 : Math.max(2, Math.floor(length / 3) + 1);
}

export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const meant = nearest(word, known);
  return meant === undefined ? undefined : `did you mean \`${meant}\`?`;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from `a` to `b`. */
function editDistance(a: string, b: string): number {
  // Nobody mistypes that much, and the table below grows with both lengths.
  if (Math.abs(a.length - b.length) > 4) return Number.POSITIVE_INFINITY;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? at(i - 2, j - 2) + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1));
    }
  }
  return at(a.length, b.length);
}
