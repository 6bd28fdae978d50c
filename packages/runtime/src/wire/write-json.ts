import type { JsonValue } from "./json-value.js";
import { kindOf } from "./refusal.js";
import { MAX_DEPTH } from "./skip.js";
import {
  arrayHeader,
  float64,
  integer,
  mapHeader,
  writeBool,
  writeNil,
  writeString,
} from "./write-msgpack.js";
import { refuse, type Writer } from "./writer.js";

/** Writes what JSON can say, and nothing else: what a reader could not give back is refused. */
export function writeJson(w: Writer, value: JsonValue, field: string): void {
  writeValue(w, value, field, 0);
}

/** For a field that may be absent, where nil already means that it is. */
export function writePresentJson(w: Writer, value: JsonValue, field: string): void {
  if (value === null) refuse(w, field, "must not be null, which means absent here: leave it out");
  writeValue(w, value, field, 0);
}

function writeValue(w: Writer, value: JsonValue, field: string, depth: number): void {
  if (typeof value === "string") writeString(w, value, field);
  else if (typeof value === "number") writeNumber(w, value, field);
  else if (typeof value === "boolean") writeBool(w, value, field);
  else if (value === null) writeNil(w);
  else if (typeof value !== "object") refuse(w, field, foreign(value));
  else if (depth === MAX_DEPTH)
    refuse(w, field, `lies deeper than ${MAX_DEPTH} arrays and objects`);
  else if (isArray(value)) writeArray(w, value, field, depth);
  else writeObject(w, value, field, depth);
}

/** `Array.isArray` does not know readonly arrays. */
const isArray: (value: JsonValue) => value is readonly JsonValue[] = Array.isArray;

function foreign(value: unknown): string {
  return `must be JSON, and has ${kindOf(value)} in it`;
}

function writeNumber(w: Writer, value: number, field: string): void {
  if (Number.isSafeInteger(value)) integer(w, value);
  else if (Number.isFinite(value)) float64(w, value);
  else refuse(w, field, foreign(value));
}

function writeArray(w: Writer, items: readonly JsonValue[], field: string, depth: number): void {
  const count = items.length;
  arrayHeader(w, count);
  for (let index = 0; index < count; index++)
    writeValue(w, items[index] as JsonValue, field, depth + 1);
}

function writeObject(
  w: Writer,
  value: { readonly [key: string]: JsonValue },
  field: string,
  depth: number,
): void {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) refuse(w, field, foreign(value));
  const keys = Object.keys(value);
  mapHeader(w, keys.length);
  for (const key of keys) {
    writeString(w, key, field);
    writeValue(w, value[key] as JsonValue, field, depth + 1);
  }
}
