export const NIL = 0xc0;

export function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
}

/** As a signed number: for the halves of a larger one. */
export function int32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

export function uint32(bytes: Uint8Array, at: number): number {
  return int32(bytes, at) >>> 0;
}

/** What a first byte of msgpack announces, for people. */
export function found(type: number | undefined): string {
  if (type === undefined) return "missing";
  if (type < 0x80 || type >= 0xe0) return "an integer";
  if (type < 0x90) return "a map";
  if (type < 0xa0) return "an array";
  if (type < 0xc0) return "text";
  return KINDS[type - 0xc0] ?? "unknown";
}

const KINDS: readonly string[] = [
  "nil",
  "a byte that msgpack never uses",
  ...Array<string>(2).fill("a bool"),
  ...Array<string>(3).fill("bytes"),
  ...Array<string>(3).fill("an extension type"),
  ...Array<string>(2).fill("a float"),
  ...Array<string>(8).fill("an integer"),
  ...Array<string>(5).fill("an extension type"),
  ...Array<string>(3).fill("text"),
  ...Array<string>(2).fill("an array"),
  ...Array<string>(2).fill("a map"),
];
