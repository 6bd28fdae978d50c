import type { ParsedNode } from "yaml";
import { generatedNames } from "./generated-names.js";
import { asSnakeCase, camelCase, isSnakeCase, MAX_NAME_LENGTH, reservationOf } from "./names.js";
import type { Reading } from "./reading.js";
import { readText } from "./scalars.js";

/** A name where it was written. */
export interface Named {
  readonly text: string;
  readonly node: ParsedNode;
}

/** Reads a name, and complains of what it may not be on its own. */
export function readName(
  node: ParsedNode,
  kind: "queue" | "field" | "removed field",
  reading: Reading,
): Named | undefined {
  const text = readText(node, `the name of a ${kind}`, reading);
  if (text === undefined) return undefined;
  if (!isSnakeCase(text)) {
    const snake = asSnakeCase(text);
    const suggestion =
      snake === undefined ? "begin with a letter: `user_id`" : `write \`${snake}\``;
    reading.complain(
      "bad-name",
      node,
      `the ${kind} name ${JSON.stringify(text)} is not snake_case`,
      suggestion,
    );
  } else if (text.length > MAX_NAME_LENGTH) {
    reading.complain(
      "bad-name",
      node,
      `the ${kind} name has ${text.length} characters; ${MAX_NAME_LENGTH} is the limit`,
    );
  }
  if (kind !== "removed field") checkReservation(text, kind, node, reading);
  return { text, node };
}

function checkReservation(
  text: string,
  kind: "queue" | "field",
  node: ParsedNode,
  reading: Reading,
): void {
  const owner = reservationOf(text, kind);
  if (owner === undefined) return;
  const suggestion = `choose another, such as \`${text}_${kind === "queue" ? "tasks" : "value"}\``;
  const why = owner === "JavaScript" ? "is a word of JavaScript" : `is a name that ${owner} has`;
  reading.complain("reserved-name", node, `the ${kind} name \`${text}\` ${why}`, suggestion);
}

/** Names of one queue's fields: none twice, none that becomes another's property, none that was removed. */
export function checkFieldNames(
  names: readonly Named[],
  removed: readonly Named[],
  reading: Reading,
): void {
  const properties = new Map<string, string>();
  const gone = new Set(removed.map(({ text }) => text));
  for (const { text, node } of names) {
    if (gone.has(text))
      reading.complain(
        "reserved-name",
        node,
        `the field \`${text}\` was removed once and is reserved`,
        "choose another name",
      );
    const property = camelCase(text);
    const other = property === "" ? undefined : properties.get(property);
    if (other === undefined) properties.set(property, text);
    else complainOfPair("fields", other, text, property, node, reading);
  }
}

/** Names of all queues: none twice, no two that give one identifier. */
export function checkQueueNames(names: readonly Named[], reading: Reading): void {
  const identifiers = new Map<string, string>();
  for (const { text, node } of names) {
    const its = Object.values(generatedNames(text));
    const taken = its.find((identifier) => identifiers.has(identifier));
    if (taken !== undefined)
      complainOfPair("queues", identifiers.get(taken) ?? "", text, taken, node, reading);
    for (const identifier of its)
      if (!identifiers.has(identifier)) identifiers.set(identifier, text);
  }
}

function complainOfPair(
  kinds: "queues" | "fields",
  first: string,
  second: string,
  identifier: string,
  node: ParsedNode,
  reading: Reading,
): void {
  if (first === second)
    reading.complain("duplicate-name", node, `two ${kinds} have the name \`${second}\``);
  else
    reading.complain(
      "name-collision",
      node,
      `the ${kinds} \`${first}\` and \`${second}\` would both be \`${identifier}\``,
      "rename one of them",
    );
}
