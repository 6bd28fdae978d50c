import type { Reader } from "./reader.js";

/** Slots of the cache; a power of two. */
const SLOTS = 512;
const MAX_BYTES = 24;

/** Keys of objects come again and again: found by their bytes, they need not be decoded anew. */
const keys: string[] = Array<string>(SLOTS).fill("");

/** The ASCII text at `at`, if it was seen before; and where to keep it if not. */
export function cachedKey(r: Reader, at: number, size: number): string | undefined {
  if (size > MAX_BYTES || size === 0) return undefined;
  const key = keys[slotOf(r.bytes, at, size)] as string;
  if (key.length !== size) return undefined;
  for (let index = 0; index < size; index++)
    if (key.charCodeAt(index) !== r.bytes[at + index]) return undefined;
  return key;
}

/** Of ASCII only: there a text has as many units as bytes. */
export function keepKey(r: Reader, at: number, size: number, key: string): void {
  if (key.length === size && size <= MAX_BYTES) keys[slotOf(r.bytes, at, size)] = key;
}

function slotOf(bytes: Uint8Array, at: number, size: number): number {
  const first = bytes[at] as number;
  const middle = bytes[at + (size >> 1)] as number;
  const last = bytes[at + size - 1] as number;
  return (first ^ (middle << 2) ^ (last << 4) ^ (size << 5)) & (SLOTS - 1);
}
