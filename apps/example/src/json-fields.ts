import { HttpProblem } from "./json-body.js";

/** Half of a surrogate pair, which JSON can say and UTF-8 cannot. */
const BROKEN_TEXT = /\p{Surrogate}/u;

/**
 * The texts of a JSON object, by the names of its fields. What is missing, empty or of another kind is
 * refused by its name, never by its content: refusals end up in logs.
 */
export function readTexts<Name extends string>(
  body: unknown,
  ...names: readonly Name[]
): Readonly<Record<Name, string>> {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new HttpProblem(400, "The payload must be a JSON object.");
  const fields = new Map<string, unknown>(Object.entries(body));
  const texts = names.map((name) => [name, textOf(fields.get(name), name)]);
  return Object.fromEntries(texts) as Record<Name, string>;
}

function textOf(content: unknown, name: string): string {
  if (typeof content === "string" && content !== "" && !BROKEN_TEXT.test(content)) return content;
  throw new HttpProblem(400, `The field "${name}" must be a text that is not empty.`);
}
