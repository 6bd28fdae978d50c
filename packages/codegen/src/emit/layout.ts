/** The width that the repository's formatter allows. */
const WIDTH = 100;

/** Source text, line by line. */
export type Lines = readonly string[];

/** A piece of source text; a group may be broken into lines, one for each of its items. */
export type Piece = string | Group;

export interface Group {
  readonly open: string;
  readonly items: readonly Piece[];
  readonly close: string;
  /** Between the brackets and the items on one line. */
  readonly space: "" | " ";
}

/** What stands in parentheses, with what goes before and behind them. */
export function group(open: string, items: readonly Piece[], close: string): Group {
  return { open, items, close, space: "" };
}

export function object(members: readonly Piece[]): Group {
  return { open: "{", items: members, close: "}", space: " " };
}

/**
 * On one line if it fits at this depth of indentation, and otherwise with an item a line, the way the
 * formatter does it. Generated code passes the check of a formatter without one being installed.
 */
export function layOut(piece: Piece, depth: number, head = "", tail = ""): Lines {
  const line = `${head}${flat(piece)}${tail}`;
  if (typeof piece === "string" || fits(line, depth)) return [line];
  return [
    `${head}${piece.open}`,
    ...indent(piece.items.flatMap((item) => layOut(item, depth + 1, "", ","))),
    `${piece.close}${tail}`,
  ];
}

/**
 * Where even a single item is too long for a line, the whole stays on one: a long default is no better
 * for being broken by more rules.
 */
export function layOutOrLeave(piece: Piece, depth: number, head = "", tail = ""): Lines {
  const lines = layOut(piece, depth, head, tail);
  return lines.every((line) => fits(line, depth)) ? lines : leave(`${head}${flat(piece)}${tail}`);
}

/** A line that the formatter is told to leave as it is. */
export function leave(line: string): Lines {
  return ["// biome-ignore format: a long default", line];
}

export function flat(piece: Piece): string {
  if (typeof piece === "string") return piece;
  const { open, items, close, space } = piece;
  return `${open}${space}${items.map(flat).join(", ")}${space}${close}`;
}

/** A union of types behind `head`, on one line or a member a line. */
export function layOutUnion(
  members: readonly string[],
  depth: number,
  head: string,
  tail: string,
): Lines {
  const line = `${head} ${members.join(" | ")}${tail}`;
  if (fits(line, depth)) return [line];
  const lines = members.map((member) => `  | ${member}`);
  return [head, ...lines.slice(0, -1), `${lines.at(-1)}${tail}`];
}

/** A statement of two lines that go on one if there is room. */
export function layOutPair(head: string, body: Lines, depth: number): Lines {
  const line = `${head} ${body[0]}`;
  return body.length === 1 && fits(line, depth) ? [line] : [head, ...indent(body)];
}

export function indent(lines: Lines): Lines {
  return lines.map((line) => (line === "" ? line : `  ${line}`));
}

/** Whether a line fits at this depth of indentation. */
export function fits(line: string, depth: number): boolean {
  return 2 * depth + line.length <= WIDTH;
}
