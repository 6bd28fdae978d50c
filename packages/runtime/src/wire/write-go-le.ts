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
import type { WireQueue } from "./refusal.js";
import { placeText, roomFor } from "./text.js";
import { HIGH, halves, LOW } from "./words.js";
import { reserve, startWriting, type Writer } from "./writer.js";

const FOUR_GIB = 0x1_0000_0000;

/** Begins a payload in the layout of Go services: fields one behind the other, nothing in between. */
export function startGo(queue: WireQueue, payload: object): Writer {
  return startWriting(queue, payload);
}

export function writeGoBool(w: Writer, value: boolean, field: string): void {
  checkBool(w, value, field);
  const at = reserve(w, 1);
  w.bytes[at] = value ? 1 : 0;
  w.at = at + 1;
}

export function writeGoInt(w: Writer, value: number, field: string): void {
  checkInt(w, value, field);
  words(w, value | 0, Math.floor(value / FOUR_GIB));
}

export function writeGoInt64(w: Writer, value: bigint, field: string): void {
  checkInt64(w, value, field);
  words(w, halves[LOW] as number, halves[HIGH] as number);
}

export function writeGoString(w: Writer, value: string, field: string): void {
  checkString(w, value, field);
  reserve(w, 4 + roomFor(value));
  const size = placeText(w.bytes, w.at + 4, value);
  checkText(w, value, size, field);
  word(w, size);
  w.at += size;
}

export function writeGoBytes(w: Writer, value: Uint8Array, field: string): void {
  checkBytes(w, value, field);
  reserve(w, 4 + value.length);
  word(w, value.length);
  w.bytes.set(value, w.at);
  w.at += value.length;
}

export function writeGoInts(w: Writer, value: readonly number[], field: string): void {
  writeItems(w, value, listLength(w, value, field), field, writeGoInt);
}

export function writeGoInt64s(w: Writer, value: readonly bigint[], field: string): void {
  writeItems(w, value, listLength(w, value, field), field, writeGoInt64);
}

function listLength(w: Writer, value: readonly unknown[], field: string): number {
  checkList(w, value, field);
  const count = value.length;
  reserve(w, 4);
  word(w, count);
  return count;
}

function words(w: Writer, low: number, high: number): void {
  reserve(w, 8);
  word(w, low);
  word(w, high);
}

/** Four bytes, for which there is room. */
function word(w: Writer, value: number): void {
  const { bytes, at } = w;
  bytes[at] = value;
  bytes[at + 1] = value >> 8;
  bytes[at + 2] = value >> 16;
  bytes[at + 3] = value >> 24;
  w.at = at + 4;
}
