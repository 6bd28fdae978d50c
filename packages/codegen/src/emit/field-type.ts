import type { Codec, Field, FieldType } from "../contract/contract.js";

/** The functions of `wire` are named after this: `readInt64s`, `writeGoString`. */
const STEMS: Readonly<Record<FieldType, string>> = {
  int: "Int",
  int64: "Int64",
  string: "String",
  bool: "Bool",
  "[]byte": "Bytes",
  "[]int": "Ints",
  "[]int64": "Int64s",
  float64: "Float64",
  timestamp: "Timestamp",
  "[]string": "Strings",
  json: "Json",
};

const TYPES: Readonly<Record<FieldType, string>> = {
  int: "number",
  int64: "bigint",
  string: "string",
  bool: "boolean",
  "[]byte": "Uint8Array",
  "[]int": "number[]",
  "[]int64": "bigint[]",
  float64: "number",
  timestamp: "Date",
  "[]string": "string[]",
  json: "wire.JsonValue",
};

export function hasDefault(field: Field): boolean {
  return field.default !== undefined;
}

/** As TypeScript has it. Where a field may be absent, the nil of a json field is no null. */
export function typeOf(field: Field): string {
  return presentJson(field) ? "wire.PresentJson" : TYPES[field.type];
}

export function reader(field: Field, codec: Codec): string {
  return `wire.read${stem(field, codec)}`;
}

export function writer(field: Field, codec: Codec): string {
  return `wire.write${stem(field, codec)}`;
}

function stem(field: Field, codec: Codec): string {
  if (codec === "go-le") return `Go${STEMS[field.type]}`;
  return presentJson(field) ? "PresentJson" : STEMS[field.type];
}

function presentJson(field: Field): boolean {
  return field.type === "json" && (field.optional || hasDefault(field));
}
