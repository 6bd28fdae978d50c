import { markAsUntransferable } from "node:worker_threads";

/**
 * V8 keeps arrays up to 64 bytes in its own heap, where a copy takes 16 ns. Any larger one is allocated
 * outside and tracked for the garbage collector: 290 ns for 100 bytes. Part of a slab takes 32 ns.
 */
const IN_HEAP_BYTES = 64;
/** A slab lives as long as the last of its payloads: this is the most that one task can hold on to. */
const SLAB_BYTES = 4096;
/** Larger ones would waste the ends of slabs, and gain little. */
const SHARING_BYTES = SLAB_BYTES / 8;

/**
 * Where a payload lies: `size` bytes of `slab` from `from` on. Not a view of its own, which would be
 * another 104 bytes a task.
 */
export interface Kept {
  slab: Uint8Array;
  from: number;
  size: number;
}

export const NOTHING = new Uint8Array(0);

// Two slabs, never one: through the `buffer` of what we give away nobody can reach what we keep.
let keeping = NOTHING;
let keptTo = 0;
let giving = new ArrayBuffer(0);
let givenTo = 0;

/** Keeps a copy of the payload. */
export function keep(place: Kept, data: Uint8Array): void {
  const { length } = data;
  place.size = length;
  if (length > SHARING_BYTES) {
    place.slab = new Uint8Array(data);
    place.from = 0;
    return;
  }
  if (keptTo + length > keeping.length) {
    keeping = new Uint8Array(SLAB_BYTES);
    keptTo = 0;
  }
  keeping.set(data, keptTo);
  place.slab = keeping;
  place.from = keptTo;
  keptTo += length;
}

/** A copy to give away. */
export function copyOf({ slab, from, size }: Kept): Uint8Array {
  const source = slab.subarray(from, from + size);
  if (size <= IN_HEAP_BYTES || size > SHARING_BYTES) return new Uint8Array(source);
  if (givenTo + size > giving.byteLength) {
    giving = new ArrayBuffer(SLAB_BYTES);
    // Who transfers his task's buffer to another thread must not take the other tasks' along.
    markAsUntransferable(giving);
    givenTo = 0;
  }
  const copy = new Uint8Array(giving, givenTo, size);
  copy.set(source);
  givenTo += size;
  return copy;
}
