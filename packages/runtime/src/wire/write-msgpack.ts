import {
  checkBool,
  checkBytes,
  checkInt,
  checkInt64,
  checkList,
  checkString,
  checkText,
  writeItems,
} from "./check-value.js";
import { kindOf, type WireQueue } from "./refusal.js";
import { placeText, roomFor, SHORT_WRITE } from "./text.js";
import { asFloat64, HIGH, halves, LOW } from "./words.js";
import { refuse, reserve, startWriting, type Writer } from "./writer.js";

const FOUR_GIB = 0x1_0000_0000;

/** Begins a payload of `count` positions. */
export function startArray(queue: WireQueue, payload: object, count: number): Writer {
  const w = startWriting(queue, payload);
  arrayHeader(w, count);
  return w;
}

/** For an optional field that is absent, and for reserved positions. */
export function writeNil(w: Writer): void {
  byte(w, 0xc0);
}

export function writeBool(w: Writer, value: boolean, field: string): void {
  checkBool(w, value, field);
  byte(w, value ? 0xc3 : 0xc2);
}

export function writeInt(w: Writer, value: number, field: string): void {
  checkInt(w, value, field);
  integer(w, value);
}

export function writeInt64(w: Writer, value: bigint, field: string): void {
  checkInt64(w, value, field);
  const low = halves[LOW] as number;
  const high = halves[HIGH] as number;
  if (high === low >> 31) int32(w, low);
  else if (high === 0) uint32(w, low >>> 0);
  else eight(w, high < 0 ? 0xd3 : 0xcf, high, low);
}

export function writeFloat64(w: Writer, value: number, field: string): void {
  if (typeof value !== "number" || Number.isNaN(value))
    refuse(w, field, `must be a number, not ${kindOf(value)}`);
  float64(w, value);
}

export function writeTimestamp(w: Writer, value: Date, field: string): void {
  if (!(value instanceof Date)) refuse(w, field, `must be a Date, not ${kindOf(value)}`);
  const ms = value.getTime();
  if (Number.isNaN(ms)) refuse(w, field, "must be a valid Date");
  integer(w, ms);
}

export function writeString(w: Writer, value: string, field: string): void {
  checkString(w, value, field);
  const units = value.length;
  let at = reserve(w, 5 + roomFor(value));
  if (units <= SHORT_WRITE) {
    const { bytes } = w;
    bytes[at++] = 0xa0 | units;
    let index = 0;
    for (; index < units; index++) {
      const unit = value.charCodeAt(index);
      if (unit >= 0x80) break;
      bytes[at + index] = unit;
    }
    if (index === units) {
      w.at = at + units;
      return;
    }
  }
  longString(w, value, field);
}

/** The header is guessed from the number of units; where the bytes need a longer one they move. */
function longString(w: Writer, value: string, field: string): void {
  const { bytes, at } = w;
  const units = value.length;
  const guess = stringHeaderSize(units);
  const size = placeText(bytes, at + guess, value);
  checkText(w, value, size, field);
  const actual = stringHeaderSize(size);
  if (actual !== guess) bytes.copyWithin(at + actual, at + guess, at + guess + size);
  w.at = stringHeader(bytes, at, size) + size;
}

function stringHeaderSize(size: number): number {
  return size < 32 ? 1 : size < 0x100 ? 2 : size < 0x1_0000 ? 3 : 5;
}

function stringHeader(bytes: Uint8Array, at: number, size: number): number {
  if (size < 32) {
    bytes[at] = 0xa0 | size;
    return at + 1;
  }
  return header(bytes, at, size, 0xd9);
}

export function writeBytes(w: Writer, value: Uint8Array, field: string): void {
  checkBytes(w, value, field);
  const size = value.length;
  const start = reserve(w, 5 + size);
  const at = header(w.bytes, start, size, 0xc4);
  w.bytes.set(value, at);
  w.at = at + size;
}

export function writeInts(w: Writer, value: readonly number[], field: string): void {
  writeItems(w, value, listHeader(w, value, field), field, writeInt);
}

export function writeInt64s(w: Writer, value: readonly bigint[], field: string): void {
  writeItems(w, value, listHeader(w, value, field), field, writeInt64);
}

export function writeStrings(w: Writer, value: readonly string[], field: string): void {
  writeItems(w, value, listHeader(w, value, field), field, writeString);
}

function listHeader(w: Writer, value: readonly unknown[], field: string): number {
  checkList(w, value, field);
  const count = value.length;
  arrayHeader(w, count);
  return count;
}

/** Length by 8, 16 or 32 bits; the three types follow each other from `first`. */
function header(bytes: Uint8Array, from: number, size: number, first: number): number {
  let at = from;
  if (size < 0x100) {
    bytes[at++] = first;
  } else if (size < 0x1_0000) {
    bytes[at++] = first + 1;
    bytes[at++] = size >> 8;
  } else {
    bytes[at++] = first + 2;
    bytes[at++] = size >> 24;
    bytes[at++] = size >> 16;
    bytes[at++] = size >> 8;
  }
  bytes[at++] = size;
  return at;
}

export function arrayHeader(w: Writer, count: number): void {
  if (count < 16) byte(w, 0x90 | count);
  else sixteenOr32(w, count, 0xdc);
}

export function mapHeader(w: Writer, count: number): void {
  if (count < 16) byte(w, 0x80 | count);
  else sixteenOr32(w, count, 0xde);
}

function sixteenOr32(w: Writer, count: number, type: number): void {
  let at = reserve(w, 5);
  const { bytes } = w;
  if (count < 0x1_0000) {
    bytes[at++] = type;
  } else {
    bytes[at++] = type + 1;
    bytes[at++] = count >> 24;
    bytes[at++] = count >> 16;
  }
  bytes[at++] = count >> 8;
  bytes[at++] = count;
  w.at = at;
}

function byte(w: Writer, value: number): void {
  const at = reserve(w, 1);
  w.bytes[at] = value;
  w.at = at + 1;
}

/** A safe integer, in the fewest bytes. */
export function integer(w: Writer, value: number): void {
  if (value >> 0 === value) int32(w, value);
  else if (value >>> 0 === value) uint32(w, value);
  else eight(w, value < 0 ? 0xd3 : 0xcf, Math.floor(value / FOUR_GIB), value | 0);
}

function int32(w: Writer, value: number): void {
  let at = reserve(w, 5);
  const { bytes } = w;
  if (value >= -32 && value < 128) {
    bytes[at++] = value;
  } else if (value >= 0) {
    uint32(w, value);
    return;
  } else if (value >= -0x80) {
    bytes[at++] = 0xd0;
    bytes[at++] = value;
  } else if (value >= -0x8000) {
    bytes[at++] = 0xd1;
    bytes[at++] = value >> 8;
    bytes[at++] = value;
  } else {
    bytes[at++] = 0xd2;
    bytes[at++] = value >> 24;
    bytes[at++] = value >> 16;
    bytes[at++] = value >> 8;
    bytes[at++] = value;
  }
  w.at = at;
}

function uint32(w: Writer, value: number): void {
  const at = reserve(w, 5);
  w.at = header(w.bytes, at, value, 0xcc);
}

export function float64(w: Writer, value: number): void {
  asFloat64[0] = value;
  eight(w, 0xcb, halves[HIGH] as number, halves[LOW] as number);
}

function eight(w: Writer, type: number, high: number, low: number): void {
  const at = reserve(w, 9);
  const { bytes } = w;
  bytes[at] = type;
  bytes[at + 1] = high >> 24;
  bytes[at + 2] = high >> 16;
  bytes[at + 3] = high >> 8;
  bytes[at + 4] = high;
  bytes[at + 5] = low >> 24;
  bytes[at + 6] = low >> 16;
  bytes[at + 7] = low >> 8;
  bytes[at + 8] = low;
  w.at = at + 9;
}
