import { markAsUntransferable } from "node:worker_threads";

// V8 allocates arrays of over 64 bytes outside its heap and tracks each for the garbage collector: 290 ns
// for a copy of 100 bytes. Part of a slab takes a tenth of that.

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
export function copyOf(place: Kept): Uint8Array {
  return copiesOf([place])[0] as Uint8Array;
}

/**
 * Copies to give away, one each. What was put together lies together: such a run is copied at once,
 * which for ten payloads of 100 bytes takes half the time of ten copies.
 */
export function copiesOf(places: readonly Kept[]): Uint8Array[] {
  const copies: Uint8Array[] = [];
  for (let first = 0; first < places.length; ) {
    const { slab, from } = places[first] as Kept;
    let end = from;
    let after = first;
    for (; after < places.length; after++) {
      const next = places[after] as Kept;
      if (next.slab !== slab || next.from !== end || next.size > SHARING_BYTES) break;
      end += next.size;
    }
    if (after === first) {
      const { size } = places[first++] as Kept;
      copies.push(new Uint8Array(slab.subarray(from, from + size)));
      continue;
    }
    let at = room(end - from);
    new Uint8Array(giving).set(slab.subarray(from, end), at);
    for (; first < after; first++) {
      const { size } = places[first] as Kept;
      copies.push(new Uint8Array(giving, at, size));
      at += size;
    }
  }
  return copies;
}

/** Where that many bytes fit in the slab that is given away; a run is never longer than a slab. */
function room(size: number): number {
  if (givenTo + size > giving.byteLength) {
    giving = new ArrayBuffer(SLAB_BYTES);
    // Who transfers his task's buffer to another thread must not take the other tasks' along.
    markAsUntransferable(giving);
    givenTo = 0;
  }
  const at = givenTo;
  givenTo += size;
  return at;
}
