import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import type { FieldType, FieldValue, JsonValue } from "./contract.js";
import type { Reading } from "./reading.js";
import { integerOf, kindOf, numberOf } from "./scalars.js";

/** A moment with its offset: without one it would be another moment on another machine. */
export const TIMESTAMP =
  "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?(Z|[+-]\\d{2}:\\d{2})$";

/** What `json` fields may hold, in payloads as in defaults. */
export const MAX_JSON_DEPTH = 32;

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const SAFE = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)] as const;

/** What a default looks like in YAML; `undefined` for a node that is none. */
interface DefaultForm {
  readonly form: string;
  parse(node: ParsedNode): FieldValue | undefined;
}

const int: DefaultForm = {
  form: `an integer from ${SAFE[0]} to ${SAFE[1]}`,
  parse: (node) => toNumber(integerIn(node, SAFE)),
};
const int64: DefaultForm = {
  form: `an integer from ${INT64[0]} to ${INT64[1]}`,
  parse: (node) => integerIn(node, INT64),
};
const text: DefaultForm = {
  form: "a text",
  parse: (node) => (isScalar(node) && typeof node.value === "string" ? node.value : undefined),
};

const FORMS: Readonly<Record<FieldType, DefaultForm>> = {
  int,
  int64,
  string: text,
  bool: {
    form: "true or false",
    parse: (node) => (isScalar(node) && typeof node.value === "boolean" ? node.value : undefined),
  },
  "[]byte": {
    form: "a list of integers from 0 to 255, such as [0, 255]",
    parse: (node) => {
      const bytes = listOf(node, (item) => toNumber(integerIn(item, [0n, 255n])));
      return bytes && Uint8Array.from(bytes);
    },
  },
  "[]int": listForm("integers, such as [1, 2]", int),
  "[]int64": listForm("integers, such as [1, 2]", int64),
  "[]string": listForm("texts, such as [a, b]", text),
  float64: {
    form: "a finite number",
    parse: (node) => {
      const value = numberOf(node);
      return Number.isFinite(value) ? value : undefined;
    },
  },
  timestamp: {
    form: "a moment with its offset, such as 2030-01-31T12:00:00Z",
    parse: (node) =>
      isScalar(node) && typeof node.value === "string" ? moment(node.value) : undefined,
  },
  json: {
    form: `JSON other than null, of at most ${MAX_JSON_DEPTH} levels, with integers of at most 53 bits and no key \`__proto__\``,
    // Nil is what an absent value is written as.
    parse: (node) => jsonOf(node, 0) ?? undefined,
  },
};

export function readDefault(
  node: ParsedNode,
  type: FieldType,
  reading: Reading,
): FieldValue | undefined {
  const { form, parse } = FORMS[type];
  const value = parse(node);
  if (value === undefined) {
    const given = isScalar(node) ? `, not ${kindOf(node)}` : "";
    reading.complain("bad-default", node, `the default of type ${type} must be ${form}${given}`);
  }
  return value;
}

function listForm<T extends number | bigint | string>(
  items: string,
  item: DefaultForm,
): DefaultForm {
  return {
    form: `a list of ${items}`,
    parse: (node) =>
      listOf(node, (each) => item.parse(each) as T | undefined) as FieldValue | undefined,
  };
}

function integerIn(node: ParsedNode, [min, max]: readonly [bigint, bigint]): bigint | undefined {
  const value = integerOf(node);
  return value !== undefined && value >= min && value <= max ? value : undefined;
}

function toNumber(value: bigint | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

function listOf<T>(node: ParsedNode, item: (node: ParsedNode) => T | undefined): T[] | undefined {
  if (!isSeq(node)) return undefined;
  const items: T[] = [];
  for (const each of node.items) {
    const value = item(each);
    if (value === undefined) return undefined;
    items.push(value);
  }
  return items;
}

const timestamp = new RegExp(TIMESTAMP);

function moment(text: string): Date | undefined {
  if (!timestamp.test(text)) return undefined;
  const date = new Date(text);
  // The 30th of February is a day in March for some engines: the day must be one of its month.
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Number.isNaN(date.getTime()) || day > lastDay ? undefined : date;
}

function jsonOf(node: ParsedNode, depth: number): JsonValue | undefined {
  if (isScalar(node)) return jsonScalar(node);
  if (depth >= MAX_JSON_DEPTH) return undefined;
  if (isSeq(node)) return listOf(node, (item) => jsonOf(item, depth + 1));
  if (!isMap(node)) return undefined;
  const entries = new Map<string, JsonValue>();
  for (const { key, value } of node.items) {
    const name = isScalar(key) && typeof key.value === "string" ? key.value : "__proto__";
    const json = value === null ? undefined : jsonOf(value, depth + 1);
    // In a literal, `__proto__` would set the prototype instead of a property.
    if (name === "__proto__" || entries.has(name) || json === undefined) return undefined;
    entries.set(name, json);
  }
  // Of no meaning, and so of no influence on the generated code.
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function jsonScalar(node: ParsedNode & { readonly value?: unknown }): JsonValue | undefined {
  const { value } = node;
  if (typeof value === "bigint") return toNumber(integerIn(node, SAFE));
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return value === null || typeof value === "string" || typeof value === "boolean"
    ? value
    : undefined;
}
