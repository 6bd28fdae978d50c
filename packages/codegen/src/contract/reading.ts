import { LineCounter, type ParsedNode } from "yaml";
import type { Place, Problem, ProblemCode } from "./problem.js";

/** Where a complaint belongs: a node, or an offset in the text. */
export type Spot = ParsedNode | number;

/** One reading of one contract: what is wrong with it, and where its parts stand. */
export interface Reading {
  readonly lines: LineCounter;
  readonly problems: Problem[];
  complain(code: ProblemCode, at: Spot, message: string, suggestion?: string): void;
  placeOf(at: Spot): Place;
}

export function createReading(file: string): Reading {
  const lines = new LineCounter();
  const problems: Problem[] = [];

  function placeOf(at: Spot): Place {
    const [start, end] = typeof at === "number" ? [at, at] : at.range;
    const from = lines.linePos(start);
    const to = lines.linePos(Math.max(start, end));
    // Before the first line is known, an offset is in it.
    return { line: from.line || 1, col: from.col || 1, endLine: to.line || 1, endCol: to.col || 1 };
  }

  return {
    lines,
    problems,
    placeOf,
    complain(code, at, message, suggestion) {
      problems.push({
        code,
        message: printable(message),
        ...(suggestion !== undefined && { suggestion: printable(suggestion) }),
        file,
        ...placeOf(at),
      });
    },
  };
}

const MAX_CHARS = 500;

/** Messages repeat what the contract says: nothing of it may move a terminal's cursor, or fill the screen. */
function printable(text: string): string {
  const short = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  return short.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/** In the order of the file; two problems of one place stay in the order in which they were found. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => a.line - b.line || a.col - b.col);
}
