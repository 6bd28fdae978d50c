import { type Reader, refuse, take } from "./reader.js";
import { found, uint16, uint32 } from "./token.js";

/** How deep arrays and maps may lie in each other. */
export const MAX_DEPTH = 32;

/** Passes over a value of any kind but extensions, in time proportional to its bytes. */
export function skip(r: Reader, field: string, depth = 0): void {
  const at = take(r, 1, field);
  const type = r.bytes[at] as number;
  const items = itemsOf(r, type, field);
  if (items === undefined) {
    take(r, bytesOf(r, at, type, field), field);
    return;
  }
  if (depth === MAX_DEPTH) refuse(r, field, at, `lies deeper than ${MAX_DEPTH} arrays or maps`);
  for (let left = items; left > 0; left--) skip(r, field, depth + 1);
}

/** How many values an array or a map has in it. */
function itemsOf(r: Reader, type: number, field: string): number | undefined {
  if (type >= 0x80 && type <= 0x8f) return 2 * (type & 0x0f);
  if (type >= 0x90 && type <= 0x9f) return type & 0x0f;
  if (type === 0xdc) return uint16(r.bytes, take(r, 2, field));
  if (type === 0xdd) return uint32(r.bytes, take(r, 4, field));
  if (type === 0xde) return 2 * uint16(r.bytes, take(r, 2, field));
  if (type === 0xdf) return 2 * uint32(r.bytes, take(r, 4, field));
  return undefined;
}

/** How many bytes anything else has behind its type and its length. */
function bytesOf(r: Reader, at: number, type: number, field: string): number {
  const size = NUMBER_SIZES.get(type) ?? rawSize(r, type, field);
  if (size !== -1) return size;
  const isWhole = type < 0x80 || type >= 0xe0 || type === 0xc0 || type === 0xc2 || type === 0xc3;
  return isWhole ? 0 : refuse(r, field, at, `may not be ${found(type)}`);
}

/** Floats, then integers without and with a sign. */
const NUMBER_SIZES: ReadonlyMap<number, number> = new Map([
  [0xca, 4],
  [0xcb, 8],
  [0xcc, 1],
  [0xcd, 2],
  [0xce, 4],
  [0xcf, 8],
  [0xd0, 1],
  [0xd1, 2],
  [0xd2, 4],
  [0xd3, 8],
]);

/** The size of text or of bytes; -1 if it is neither (an integer like the rest: V8 likes that). */
export function rawSize(r: Reader, type: number, field: string): number {
  if ((type & 0xe0) === 0xa0) return type & 0x1f;
  switch (type) {
    case 0xc4:
    case 0xd9:
      return r.bytes[take(r, 1, field)] as number;
    case 0xc5:
    case 0xda:
      return uint16(r.bytes, take(r, 2, field));
    case 0xc6:
    case 0xdb:
      return uint32(r.bytes, take(r, 4, field));
    default:
      return -1;
  }
}
