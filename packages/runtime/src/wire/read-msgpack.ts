import { float, integer, integer64 } from "./read-number.js";
import { type Reader, readItems, refuse, startReading, stopReading, take } from "./reader.js";
import { WHOLE, type WireQueue } from "./refusal.js";
import { rawSize, skip } from "./skip.js";
import { textOf } from "./text.js";
import { found, NIL, uint16, uint32 } from "./token.js";

/** The first and the last moment that a Date can hold are this far from 1970. */
const DATE_MS = 8_640_000_000_000_000;

/** The field of errors in positions that nobody reads. */
const SKIPPED = "(skipped)";

/** Begins a payload: an array, of which fewer or more positions may have been written than are read. */
export function startReadingArray(queue: WireQueue, data: Uint8Array): Reader {
  const r = startReading(queue, data);
  r.left = arrayLength(r, WHOLE);
  return r;
}

/** Passes over what a newer contract has added, and refuses what follows the payload. */
export function finishReadingArray(r: Reader): void {
  skipValues(r, r.left);
  if (r.at !== r.end) refuse(r, WHOLE, r.at, `${r.end - r.at} bytes follow the payload`);
  stopReading(r);
}

/** Passes over positions that nothing is read from. */
export function skipValues(r: Reader, count: number): Reader {
  for (let left = Math.min(count, r.left); left > 0; left--) {
    r.left--;
    skip(r, SKIPPED);
  }
  return r;
}

/** Whether the next position has a value; where it is nil or was not written, it is passed over. */
export function hasValue(r: Reader): boolean {
  if (r.left === 0) return false;
  if (r.bytes[r.at] !== NIL) return true;
  r.left--;
  r.at++;
  return false;
}

/** `hasValue`, and counts the position as read. */
export function begin(r: Reader): boolean {
  if (!hasValue(r)) return false;
  r.left--;
  return true;
}

export function readBool(r: Reader, field: string): boolean {
  if (!begin(r)) return false;
  const at = take(r, 1, field);
  const type = r.bytes[at];
  if (type === 0xc3) return true;
  if (type === 0xc2) return false;
  return refuse(r, field, at, `should be a bool, and is ${found(type)}`);
}

export function readInt(r: Reader, field: string): number {
  return begin(r) ? integer(r, field) : 0;
}

export function readInt64(r: Reader, field: string): bigint {
  return begin(r) ? integer64(r, field) : 0n;
}

export function readFloat64(r: Reader, field: string): number {
  return begin(r) ? float(r, field) : 0;
}

export function readTimestamp(r: Reader, field: string): Date {
  if (!begin(r)) return new Date(0);
  const { at } = r;
  const ms = integer(r, field);
  if (ms > DATE_MS || ms < -DATE_MS) refuse(r, field, at, "the moment is out of range");
  return new Date(ms);
}

export function readString(r: Reader, field: string): string {
  return begin(r) ? string(r, field) : "";
}

/** A copy: what a storage hands out is not the handler's to keep or to change. */
export function readBytes(r: Reader, field: string): Uint8Array {
  if (!begin(r)) return new Uint8Array();
  const size = rawLength(r, field);
  const start = take(r, size, field);
  return r.bytes.slice(start, start + size);
}

export function readInts(r: Reader, field: string): number[] {
  return readItems(r, begin(r) ? arrayLength(r, field) : 0, field, integer);
}

export function readInt64s(r: Reader, field: string): bigint[] {
  return readItems(r, begin(r) ? arrayLength(r, field) : 0, field, integer64);
}

export function readStrings(r: Reader, field: string): string[] {
  return readItems(r, begin(r) ? arrayLength(r, field) : 0, field, string);
}

export function arrayLength(r: Reader, field: string): number {
  return itemCount(r, field, 0x90, 0xdc, "an array");
}

export function mapLength(r: Reader, field: string): number {
  return itemCount(r, field, 0x80, 0xde, "a map");
}

/** `fixed` is the first of 16 types that have the count in them, `wide` the type of 16 bits. */
function itemCount(r: Reader, field: string, fixed: number, wide: number, what: string): number {
  const at = take(r, 1, field);
  const type = r.bytes[at] as number;
  if ((type & 0xf0) === fixed) return type & 0x0f;
  if (type === wide) return uint16(r.bytes, take(r, 2, field));
  if (type === wide + 1) return uint32(r.bytes, take(r, 4, field));
  return refuse(r, field, at, `should be ${what}, and is ${found(type)}`);
}

export function string(r: Reader, field: string): string {
  const { at } = r;
  const size = rawLength(r, field);
  const start = take(r, size, field);
  const text = textOf(r.bytes, start, start + size);
  return text ?? refuse(r, field, at, "should be text, and is no valid UTF-8");
}

/** Of text and of bytes: writers without a type of their own for one of them use the other's. */
function rawLength(r: Reader, field: string): number {
  const at = take(r, 1, field);
  const type = r.bytes[at] as number;
  const size = rawSize(r, type, field);
  if (size !== -1) return size;
  return refuse(r, field, at, `should be text or bytes, and is ${found(type)}`);
}
