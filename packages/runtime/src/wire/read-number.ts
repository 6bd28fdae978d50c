import { type Reader, refuse, take } from "./reader.js";
import { found, int32, uint16, uint32 } from "./token.js";
import { asFloat32, asFloat64, asInt64, HIGH, halves, LOW } from "./words.js";

const FOUR_GIB = 0x1_0000_0000;

/**
 * A safe integer of any width. Also a float without a fraction: JavaScript's writers, msgpackr among
 * them, write integers past 32 bits so.
 */
export function integer(r: Reader, field: string): number {
  const at = take(r, 1, field);
  const { bytes } = r;
  const type = bytes[at] as number;
  if (type < 0x80) return type;
  if (type >= 0xe0) return type - 0x100;
  switch (type) {
    case 0xcc:
      return bytes[take(r, 1, field)] as number;
    case 0xcd:
      return uint16(bytes, take(r, 2, field));
    case 0xce:
      return uint32(bytes, take(r, 4, field));
    case 0xcf: {
      const value = uint32(bytes, take(r, 8, field)) * FOUR_GIB + uint32(bytes, at + 5);
      return safe(r, field, at, value);
    }
    case 0xd0:
      return ((bytes[take(r, 1, field)] as number) << 24) >> 24;
    case 0xd1:
      return (uint16(bytes, take(r, 2, field)) << 16) >> 16;
    case 0xd2:
      return int32(bytes, take(r, 4, field));
    case 0xd3: {
      const value = int32(bytes, take(r, 8, field)) * FOUR_GIB + uint32(bytes, at + 5);
      return safe(r, field, at, value);
    }
    case 0xca:
    case 0xcb:
      return safe(r, field, at, floatOf(r, type, field));
    default:
      return refuse(r, field, at, `should be an integer, and is ${found(type)}`);
  }
}

function safe(r: Reader, field: string, at: number, value: number): number {
  // Adding 0 makes the 0 of a float that is -0.
  if (Number.isSafeInteger(value)) return value + 0;
  return refuse(r, field, at, "should be an integer within 2^53 - 1, and is not");
}

/** An integer of any width, as 64 bits. */
export function integer64(r: Reader, field: string): bigint {
  const { at, bytes } = r;
  const type = bytes[at];
  if (type !== 0xcf && type !== 0xd3) return BigInt(integer(r, field));
  take(r, 9, field);
  halves[HIGH] = int32(bytes, at + 1);
  halves[LOW] = int32(bytes, at + 5);
  const value = asInt64[0] as bigint;
  if (type === 0xcf && value < 0n) refuse(r, field, at, "should be at most 2^63 - 1, and is not");
  return value;
}

/** A float of either width, or an integer that a float holds exactly. */
export function float(r: Reader, field: string): number {
  const type = r.bytes[r.at];
  if (type !== 0xca && type !== 0xcb) return integer(r, field);
  take(r, 1, field);
  return floatOf(r, type, field);
}

function floatOf(r: Reader, type: number, field: string): number {
  if (type === 0xca) {
    halves[0] = int32(r.bytes, take(r, 4, field));
    return asFloat32[0] as number;
  }
  const at = take(r, 8, field);
  halves[HIGH] = int32(r.bytes, at);
  halves[LOW] = int32(r.bytes, at + 4);
  return asFloat64[0] as number;
}
