import { formatProblem, type Problem } from "../contract/index.js";
import { type OptionValues, textOption } from "./command.js";
import { type ExitCode, type Io, painter, UsageError } from "./io.js";

const FORMATS = ["text", "json", "github"] as const;
export type Format = (typeof FORMATS)[number];

export function formatOption(values: OptionValues): Format {
  const given = textOption(values, "format") ?? "text";
  const format = FORMATS.find((each) => each === given);
  if (format === undefined)
    throw new UsageError(`--format must be ${FORMATS.join(", ")}, not ${JSON.stringify(given)}`);
  return format;
}

/** Tells what is wrong with contracts; gives the exit code. */
export function refuseContracts(
  problems: readonly Problem[],
  format: Format,
  io: Io,
  consequence = "",
): ExitCode {
  reportJson({ ok: false, problems }, format, io);
  if (format === "github")
    for (const problem of problems)
      io.stdout.write(annotation({ ...problem, title: problem.code, text: textOf(problem) }));
  if (format === "text") {
    for (const problem of problems) io.stderr.write(`${paintProblem(problem, io)}\n`);
    io.stderr.write(`${countOf(problems.length, "problem")}${consequence}\n`);
  }
  return 2;
}

export function reportJson(value: object, format: Format, io: Io): void {
  if (format === "json") io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function paintProblem(problem: Problem, io: Io): string {
  const paint = painter(io, io.stderr);
  const { file, line, col, code } = problem;
  return formatProblem(problem)
    .replace(`${file}:${line}:${col}:`, (place) => paint("bold", place))
    .replace(`[${code}]`, (shown) => paint("red", shown));
}

/** With what to do about it. */
export function textOf({ message, suggestion }: { message: string; suggestion?: string }): string {
  return suggestion === undefined ? message : `${message}; ${suggestion}`;
}

export interface Annotation {
  readonly file: string;
  readonly line?: number | undefined;
  readonly col?: number | undefined;
  readonly endLine?: number | undefined;
  readonly endCol?: number | undefined;
  readonly title: string;
  readonly text: string;
}

/** A line that GitHub shows beside the code. */
export function annotation({ file, line, col, endLine, endCol, title, text }: Annotation): string {
  const properties = Object.entries({ file, line, col, endLine, endColumn: endCol, title })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::error ${properties.join(",")}::${escapeData(text)}\n`;
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
