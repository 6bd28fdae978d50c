import { isMap, isScalar, type ParsedNode } from "yaml";
import type { Reading } from "./reading.js";
import { kindOf } from "./scalars.js";
import { didYouMean, nearest } from "./suggest.js";

/** The keys that one kind of mapping may have. */
export interface Shape<Key extends string> {
  /** In messages: `a queue`. */
  readonly what: string;
  readonly required: readonly Key[];
  readonly optional: readonly Key[];
  /** What to do instead, for keys that people expect here. */
  readonly hints?: Readonly<Record<string, string>>;
}

/** The values of a mapping by their keys. */
export interface Mapping<Key extends string> {
  node(key: Key): ParsedNode | undefined;
  /** `undefined` where the key is absent, or its value not what `reader` can read. */
  read<T>(key: Key, reader: (node: ParsedNode) => T | undefined): T | undefined;
}

/** Complains of keys that are unknown, absent or there twice. What is no mapping has no keys. */
export function readMapping<Key extends string>(
  node: ParsedNode,
  { what, required, optional, hints = {} }: Shape<Key>,
  reading: Reading,
): Mapping<Key> {
  if (!isMap(node)) {
    reading.complain("wrong-kind", node, `${what} must be a mapping, not ${kindOf(node)}`);
    return mappingOf(new Map());
  }
  const known = new Set<string>([...required, ...optional]);
  const found = new Map<string, ParsedNode>();
  const misspelt = new Set<string>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : kindOf(key);
    if (found.has(name)) {
      reading.complain("duplicate-key", key, `the key \`${name}\` stands here twice`);
      continue;
    }
    found.set(name, value ?? key);
    if (known.has(name)) continue;
    const hint = Object.hasOwn(hints, name) ? hints[name] : didYouMean(name, known);
    const suggestion = hint ?? `${what} may have ${[...known].join(", ")}`;
    reading.complain("unknown-key", key, `unknown key \`${name}\``, suggestion);
    misspelt.add(nearest(name, known) ?? "");
  }
  for (const key of required)
    if (!found.has(key) && !misspelt.has(key))
      reading.complain("missing-key", node, `${what} must have \`${key}\``);
  return mappingOf(found);
}

function mappingOf<Key extends string>(found: ReadonlyMap<string, ParsedNode>): Mapping<Key> {
  return {
    node: (key) => found.get(key),
    read: (key, reader) => {
      const node = found.get(key);
      return node === undefined ? undefined : reader(node);
    },
  };
}
