import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { DURATION_FORM, isDuration, parseDuration } from "./duration.js";
import type { ProblemCode } from "./problem.js";
import type { Reading } from "./reading.js";
import { didYouMean } from "./suggest.js";

/** What somebody wrote, in words. */
export function kindOf(node: ParsedNode): string {
  if (isMap(node)) return "a mapping";
  if (isSeq(node)) return "a list";
  if (!isScalar(node)) return "an alias";
  const { value } = node;
  if (value === null) return "nothing";
  if (typeof value === "string") return `the text ${JSON.stringify(shorten(value))}`;
  return typeof value === "boolean" ? String(value) : `the number ${shorten(node.source)}`;
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export function readText(node: ParsedNode, what: string, reading: Reading): string | undefined {
  if (isScalar(node) && typeof node.value === "string") return node.value;
  const quotable = isScalar(node) && node.value !== null;
  const suggestion = quotable ? `quote it: "${shorten(node.source)}"` : undefined;
  reading.complain("wrong-kind", node, `${what} must be a text, not ${kindOf(node)}`, suggestion);
  return undefined;
}

export function readFlag(node: ParsedNode, what: string, reading: Reading): boolean | undefined {
  if (isScalar(node) && typeof node.value === "boolean") return node.value;
  const said = isScalar(node) ? String(node.value).toLowerCase() : "";
  const meant = ["yes", "on", "y", "true"].includes(said) ? "true" : "false";
  const suggestion = /^(yes|no|on|off|y|n|true|false)$/.test(said) ? `write ${meant}` : undefined;
  reading.complain(
    "wrong-kind",
    node,
    `${what} must be true or false, not ${kindOf(node)}`,
    suggestion,
  );
  return undefined;
}

/** The number that a scalar says, exact: `undefined` for anything but an integer. */
export function integerOf(node: ParsedNode): bigint | undefined {
  if (!isScalar(node)) return undefined;
  if (typeof node.value === "bigint") return node.value;
  return Number.isSafeInteger(node.value) ? BigInt(node.value as number) : undefined;
}

export function numberOf(node: ParsedNode): number | undefined {
  if (!isScalar(node)) return undefined;
  const { value } = node;
  return typeof value === "bigint" || typeof value === "number" ? Number(value) : undefined;
}

export function readInteger(
  node: ParsedNode,
  what: string,
  [min, max]: readonly [min: number, max: number],
  reading: Reading,
): number | undefined {
  const allowed = `${what} must be an integer from ${min} to ${max}, not ${kindOf(node)}`;
  const value = integerOf(node);
  if (value !== undefined && value >= min && value <= max) return Number(value);
  const code: ProblemCode = numberOf(node) === undefined ? "wrong-kind" : "out-of-range";
  reading.complain(code, node, allowed);
  return undefined;
}

/** In milliseconds. */
export function readDuration(node: ParsedNode, what: string, reading: Reading): number | undefined {
  const text = isScalar(node) ? String(integerOf(node) ?? node.value) : "";
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  const isNumber = numberOf(node) !== undefined || isDuration(text);
  const code: ProblemCode = isNumber ? "out-of-range" : "wrong-kind";
  reading.complain(code, node, `${what} must be ${DURATION_FORM}, not ${kindOf(node)}`);
  return undefined;
}

export function readChoice<Choice extends string>(
  node: ParsedNode,
  what: string,
  choices: readonly Choice[],
  reading: Reading,
): Choice | undefined {
  const said = isScalar(node) ? String(node.value) : "";
  const choice = choices.find((each) => each === said);
  if (choice !== undefined) return choice;
  const message = `${what} must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}, not ${kindOf(node)}`;
  reading.complain("unknown-value", node, message, didYouMean(said, choices));
  return undefined;
}
