import { type Reader, readItems, refuse, startReading, stopReading, take } from "./reader.js";
import { WHOLE, type WireQueue } from "./refusal.js";
import { textOf } from "./text.js";
import { asInt64, HIGH, halves, LOW } from "./words.js";

const FOUR_GIB = 0x1_0000_0000;

/** Begins a payload in the layout of Go services. It says nothing of its fields: all must be there. */
export function startReadingGo(queue: WireQueue, data: Uint8Array): Reader {
  return startReading(queue, data);
}

export function finishReadingGo(r: Reader): void {
  if (r.at !== r.end) refuse(r, WHOLE, r.at, `${r.end - r.at} bytes follow the payload`);
  stopReading(r);
}

export function readGoBool(r: Reader, field: string): boolean {
  const at = take(r, 1, field);
  const value = r.bytes[at] as number;
  if (value > 1) refuse(r, field, at, "should be a bool, which is 0 or 1");
  return value === 1;
}

export function readGoInt(r: Reader, field: string): number {
  const at = take(r, 8, field);
  const value = word(r, at + 4) * FOUR_GIB + (word(r, at) >>> 0);
  if (!Number.isSafeInteger(value))
    refuse(r, field, at, "should be an integer within 2^53 - 1, and is not");
  return value;
}

export function readGoInt64(r: Reader, field: string): bigint {
  const at = take(r, 8, field);
  halves[LOW] = word(r, at);
  halves[HIGH] = word(r, at + 4);
  return asInt64[0] as bigint;
}

export function readGoString(r: Reader, field: string): string {
  const size = length(r, field);
  const start = take(r, size, field);
  const text = textOf(r.bytes, start, start + size);
  return text ?? refuse(r, field, start, "should be text, and is no valid UTF-8");
}

/** A copy: what a storage hands out is not the handler's to keep or to change. */
export function readGoBytes(r: Reader, field: string): Uint8Array {
  const size = length(r, field);
  const start = take(r, size, field);
  return r.bytes.slice(start, start + size);
}

export function readGoInts(r: Reader, field: string): number[] {
  return readItems(r, length(r, field), field, readGoInt);
}

export function readGoInt64s(r: Reader, field: string): bigint[] {
  return readItems(r, length(r, field), field, readGoInt64);
}

function length(r: Reader, field: string): number {
  return word(r, take(r, 4, field)) >>> 0;
}

function word({ bytes }: Reader, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}
