import { kindOf } from "./refusal.js";
import { isWellFormed } from "./text.js";
import { asInt64 } from "./words.js";
import { refuse, type Writer } from "./writer.js";

// What every codec refuses to write. Types alone do not keep wrong values out: they may come from
// JavaScript, from a cast, or from JSON that nobody checked.

export function checkBool(w: Writer, value: boolean, field: string): void {
  if (typeof value !== "boolean") refuse(w, field, `must be a boolean, not ${kindOf(value)}`);
}

export function checkInt(w: Writer, value: number, field: string): void {
  if (!Number.isSafeInteger(value))
    refuse(w, field, `must be a safe integer, not ${kindOf(value)}`);
}

/** Leaves the halves of the value in `halves`. */
export function checkInt64(w: Writer, value: bigint, field: string): void {
  if (typeof value !== "bigint") refuse(w, field, `must be a bigint, not ${kindOf(value)}`);
  asInt64[0] = value;
  // What does not fit into 64 bits comes back as another number.
  if (asInt64[0] !== value) refuse(w, field, "must fit into 64 bits, and does not");
}

export function checkString(w: Writer, value: string, field: string): void {
  if (typeof value !== "string") refuse(w, field, `must be a string, not ${kindOf(value)}`);
}

/** `size` is that of its UTF-8: as many bytes as units are ASCII, where nothing can be wrong. */
export function checkText(w: Writer, value: string, size: number, field: string): void {
  if (size !== value.length && !isWellFormed(value))
    refuse(w, field, "must be well-formed text, and has half of a surrogate pair");
}

export function checkBytes(w: Writer, value: Uint8Array, field: string): void {
  if (!(value instanceof Uint8Array))
    refuse(w, field, `must be a Uint8Array, not ${kindOf(value)}`);
}

export function checkList(w: Writer, value: readonly unknown[], field: string): void {
  if (!Array.isArray(value)) refuse(w, field, `must be an array, not ${kindOf(value)}`);
}

/** Item by item, as many as there were at first: a list may change under a getter. */
export function writeItems<Item>(
  w: Writer,
  items: readonly Item[],
  count: number,
  field: string,
  write: (w: Writer, item: Item, field: string) => void,
): void {
  for (let index = 0; index < count; index++) write(w, items[index] as Item, field);
}
