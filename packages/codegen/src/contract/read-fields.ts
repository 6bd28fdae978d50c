import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { type Named, readName } from "./check-names.js";
import { FIELD_TYPES, type Field, type FieldType } from "./contract.js";
import { readMapping, type Shape } from "./mapping.js";
import { camelCase } from "./names.js";
import { readDefault } from "./read-default.js";
import type { Reading } from "./reading.js";
import { kindOf, readFlag, readText } from "./scalars.js";
import { nearest } from "./suggest.js";

const FIELD: Shape<"name" | "type" | "description" | "optional" | "default"> = {
  what: "a field",
  required: ["name", "type"],
  optional: ["description", "optional", "default"],
  hints: {
    required: "every field is, unless it is `optional: true` or has a `default`",
    nullable: "write `optional: true`",
    position: "its place in the list is its position",
  },
};

const REMOVED_FIELD: Shape<"reserved"> = {
  what: "a removed field",
  required: ["reserved"],
  optional: [],
};

/** A field and its name as it was written; both may be wrong, then a complaint has been made. */
export interface ReadField {
  readonly field: Field;
  readonly node: ParsedNode;
  readonly name: Named | undefined;
}

export interface ReadFields {
  readonly fields: readonly ReadField[];
  /** `{ reserved: old_name }` holds the place of a field that was removed. */
  readonly removed: readonly { readonly position: number; readonly name: Named | undefined }[];
}

export function readFields(node: ParsedNode, reading: Reading): ReadFields {
  const fields: ReadField[] = [];
  const removed: ReadFields["removed"][number][] = [];
  if (!isSeq(node)) {
    const suggestion = "begin each field with a dash: `- { name: …, type: … }`";
    reading.complain("wrong-kind", node, `fields must be a list, not ${kindOf(node)}`, suggestion);
    return { fields, removed };
  }
  for (const [position, item] of node.items.entries())
    if (isMap(item) && item.has("reserved"))
      removed.push({ position, name: readRemoved(item, reading) });
    else fields.push(readField(item, position, reading));
  if (fields.length === 0) {
    const suggestion = "add `{ name: …, type: … }`; a queue without data has no use";
    reading.complain("no-fields", node, "the queue has no fields", suggestion);
  }
  return { fields, removed };
}

function readRemoved(node: ParsedNode, reading: Reading): Named | undefined {
  return readMapping(node, REMOVED_FIELD, reading).read("reserved", (value) =>
    readName(value, "removed field", reading),
  );
}

function readField(node: ParsedNode, position: number, reading: Reading): ReadField {
  const mapping = readMapping(node, FIELD, reading);
  const name = mapping.read("name", (value) => readName(value, "field", reading));
  const type = mapping.read("type", (value) => readType(value, reading));
  const description = mapping.read("description", (value) => readDescription(value, reading));
  const optional = mapping.read("optional", (value) => readFlag(value, "optional", reading));
  const preset = type && mapping.read("default", (value) => readDefault(value, type, reading));
  if (optional && mapping.node("default") !== undefined) {
    const at = mapping.node("optional") ?? node;
    const suggestion = "remove `optional`, or the default";
    reading.complain(
      "default-with-optional",
      at,
      "a field with a default is never absent",
      suggestion,
    );
  }
  const field: Field = {
    name: name?.text ?? "",
    property: camelCase(name?.text ?? ""),
    position,
    ...(description !== undefined && { description }),
    type: type ?? "string",
    optional: optional ?? false,
    ...(preset !== undefined && { default: preset }),
  };
  return { field, node, name };
}

/** What other languages call the types. */
const OTHER_NAMES: ReadonlyMap<string, FieldType> = new Map(
  Object.entries({
    int: "integer number int8 int16 int32 uint8 uint16 uint32",
    int64: "long bigint uint64",
    string: "str text varchar uuid",
    bool: "boolean",
    "[]byte": "bytes byte[] binary blob buffer",
    "[]int": "int[]",
    "[]int64": "int64[]",
    float64: "float float32 double decimal",
    timestamp: "date datetime time",
    "[]string": "string[] strings",
    json: "object any map",
  } satisfies Record<FieldType, string>).flatMap(([type, names]) =>
    names.split(" ").map((name) => [name, type as FieldType]),
  ),
);

function readType(node: ParsedNode, reading: Reading): FieldType | undefined {
  const said = isScalar(node) ? String(node.value) : "";
  const type = FIELD_TYPES.find((each) => each === said);
  if (type !== undefined) return type;
  const meant = OTHER_NAMES.get(said.toLowerCase()) ?? nearest(said, FIELD_TYPES);
  const suggestion =
    meant === undefined ? `the types are ${FIELD_TYPES.join(", ")}` : `did you mean \`${meant}\`?`;
  reading.complain("unknown-type", node, `there is no type ${said || kindOf(node)}`, suggestion);
  return undefined;
}

/** Without the line break at its end, which block texts have. */
export function readDescription(node: ParsedNode, reading: Reading): string | undefined {
  const text = readText(node, "description", reading)?.trim();
  return text === "" ? undefined : text;
}
