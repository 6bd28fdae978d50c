import type { JsonValue } from "./json-value.js";
import { cachedKey, keepKey } from "./key-cache.js";
import { arrayLength, begin, mapLength, string } from "./read-msgpack.js";
import { float } from "./read-number.js";
import { type Reader, refuse } from "./reader.js";
import { MAX_DEPTH } from "./skip.js";
import { found, NIL } from "./token.js";

/** Reads what JSON can say, and nothing else. */
export function readJson(r: Reader, field: string): JsonValue {
  return begin(r) ? readValue(r, field, 0) : null;
}

/** For a position that has a value: only nil would be null, and that means absent. */
export function readPresentJson(r: Reader, field: string): Exclude<JsonValue, null> {
  return readJson(r, field) as Exclude<JsonValue, null>;
}

function readValue(r: Reader, field: string, depth: number): JsonValue {
  const { at } = r;
  const type = r.bytes[at] ?? NEVER_USED;
  if (type < 0x80 || type >= 0xe0 || (type >= 0xca && type <= 0xd3)) return readNumber(r, field);
  if ((type >= 0xa0 && type <= 0xbf) || (type >= 0xd9 && type <= 0xdb)) return string(r, field);
  if (type === NIL || type === 0xc2 || type === 0xc3) {
    r.at++;
    return type === NIL ? null : type === 0xc3;
  }
  const isArray = (type >= 0x90 && type <= 0x9f) || type === 0xdc || type === 0xdd;
  const isMap = (type >= 0x80 && type <= 0x8f) || type === 0xde || type === 0xdf;
  if (!isArray && !isMap)
    return refuse(r, field, at, `should be JSON, and is ${found(r.bytes[at])}`);
  if (depth === MAX_DEPTH) refuse(r, field, at, `lies deeper than ${MAX_DEPTH} arrays or maps`);
  return isArray ? readArray(r, field, depth) : readObject(r, field, depth);
}

/** No value begins with it; behind the last byte there is none either. */
const NEVER_USED = 0xc1;

function readNumber(r: Reader, field: string): number {
  const { at } = r;
  const value = float(r, field);
  if (!Number.isFinite(value))
    refuse(r, field, at, "should be JSON, which has only finite numbers");
  return value;
}

function readArray(r: Reader, field: string, depth: number): JsonValue[] {
  const items: JsonValue[] = [];
  for (let left = arrayLength(r, field); left > 0; left--)
    items.push(readValue(r, field, depth + 1));
  return items;
}

function readObject(r: Reader, field: string, depth: number): { [key: string]: JsonValue } {
  const object: { [key: string]: JsonValue } = {};
  for (let left = mapLength(r, field); left > 0; left--) {
    const key = readKey(r, field);
    const value = readValue(r, field, depth + 1);
    if (key === "__proto__") own(object, key, value);
    else object[key] = value;
  }
  return object;
}

function readKey(r: Reader, field: string): string {
  const { at } = r;
  const type = r.bytes[at] as number;
  const size = type & 0x1f;
  if (type < 0xa0 || type > 0xbf || size > r.end - at - 1) return string(r, field);
  const cached = cachedKey(r, at + 1, size);
  if (cached !== undefined) {
    r.at += size + 1;
    return cached;
  }
  const key = string(r, field);
  keepKey(r, at + 1, size, key);
  return key;
}

/** As `JSON.parse` does it: a property like any other, and no new prototype. */
function own(object: object, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
