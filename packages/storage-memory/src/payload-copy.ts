/**
 * V8 keeps arrays up to 64 bytes in its own heap, where a copy takes 16 ns. Any larger one is allocated
 * outside and tracked for the garbage collector: 290 ns for 100 bytes. Part of a slab takes 32 ns.
 */
const IN_HEAP_BYTES = 64;
/** A slab lives as long as the last of its payloads: this is the most that one task can hold on to. */
const SLAB_BYTES = 4096;
/** Larger ones would waste the ends of slabs, and gain little. */
const SHARING_BYTES = SLAB_BYTES / 8;

/** Where a payload lies: `size` bytes of `slab` from `from` on. */
export interface Kept {
  slab: Uint8Array;
  from: number;
  size: number;
}

export const NOTHING = new Uint8Array(0);
let kept = NOTHING;
let keptTo = 0;

/** Keeps a copy of the payload. */
export function keep(place: Kept, data: Uint8Array): void {
  const { length } = data;
  place.size = length;
  if (length > SHARING_BYTES) {
    place.slab = new Uint8Array(data);
    place.from = 0;
    return;
  }
  if (keptTo + length > kept.length) {
    kept = new Uint8Array(SLAB_BYTES);
    keptTo = 0;
  }
  kept.set(data, keptTo);
  place.slab = kept;
  place.from = keptTo;
  keptTo += length;
}

let given = new ArrayBuffer(0);
let givenTo = 0;

/** A copy to give away: no part of what we keep can be reached through its `buffer`. */
export function copyOf({ slab, from, size }: Kept): Uint8Array {
  const source = slab.subarray(from, from + size);
  if (size <= IN_HEAP_BYTES || size > SHARING_BYTES) return new Uint8Array(source);
  if (givenTo + size > given.byteLength) {
    given = new ArrayBuffer(SLAB_BYTES);
    givenTo = 0;
  }
  const copy = new Uint8Array(given, givenTo, size);
  copy.set(source);
  givenTo += size;
  return copy;
}
