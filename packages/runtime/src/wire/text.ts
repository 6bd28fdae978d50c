import { isUtf8 } from "node:buffer";

/**
 * Node's own methods behind `buf.toString` and `buf.write`. They take any Uint8Array and a place in it,
 * where TextDecoder and TextEncoder need a view for each text; these step in where a Node has no such
 * methods.
 */
interface NodeText {
  utf8Slice?(this: Uint8Array, start: number, end: number): string;
  utf8Write?(this: Uint8Array, text: string, offset: number, length: number): number;
}

const { utf8Slice, utf8Write } = Buffer.prototype as NodeText;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes UTF-8, with U+FFFD in place of what is invalid. */
export const sliceText: (bytes: Uint8Array, start: number, end: number) => string =
  utf8Slice === undefined
    ? (bytes, start, end) => decoder.decode(bytes.subarray(start, end))
    : (bytes, start, end) => utf8Slice.call(bytes, start, end);

/** Writes UTF-8 where there is room for it, and returns the number of bytes. */
export const placeText: (bytes: Uint8Array, at: number, text: string) => number =
  utf8Write === undefined
    ? (bytes, at, text) => encoder.encodeInto(text, bytes.subarray(at)).written
    : (bytes, at, text) => utf8Write.call(bytes, text, at, bytes.length - at);

/** How much room its UTF-8 needs: exactly if the text is long, at most if it is short. */
export function roomFor(text: string): number {
  const units = text.length;
  return units <= GUESSED ? 3 * units : Buffer.byteLength(text);
}

/** Up to here it is cheaper to reserve too much than to count. */
const GUESSED = 512;

/**
 * Up to here text is written and read by a loop: a call into C++ costs more. Measured on Node 20. What
 * is written so has its length in its type, so it is 31 at most.
 */
export const SHORT_WRITE = 20;
const SHORT_READ = 12;

/** The text, or undefined where the bytes are no UTF-8. */
export function textOf(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start <= SHORT_READ) {
    const text = shortAscii(bytes, start, end);
    if (text !== undefined) return text;
  }
  const text = sliceText(bytes, start, end);
  // Whoever finds no replacement character has seen no invalid byte; one may also have been written.
  return text.includes("\ufffd") && !isUtf8(bytes.subarray(start, end)) ? undefined : text;
}

const { fromCharCode } = String;

function shortAscii(b: Uint8Array, start: number, end: number): string | undefined {
  let text = "";
  let seen = 0;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const [a, c, d, e] = [
      b[at] as number,
      b[at + 1] as number,
      b[at + 2] as number,
      b[at + 3] as number,
    ];
    seen |= a | c | d | e;
    text += fromCharCode(a, c, d, e);
  }
  for (; at < end; at++) {
    const unit = b[at] as number;
    seen |= unit;
    text += fromCharCode(unit);
  }
  return seen < 0x80 ? text : undefined;
}

/** Whether every surrogate has its pair. Node 20 has `isWellFormed`; our TypeScript library does not. */
export function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
