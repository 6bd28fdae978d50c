import { markAsUntransferable } from "node:worker_threads";

// V8 allocates arrays of over 64 bytes outside its heap and tracks each for the garbage collector: 290 ns
// for a copy of 100 bytes. Part of a slab takes a tenth of that.

/** A slab lives as long as the last of its payloads: this is the most that a task holds on to. */
const KEEPING_BYTES = 8192;
/** What was given is mostly dropped together, so larger slabs do no harm. */
const GIVING_BYTES = 16_384;
/** Larger ones would waste the ends of slabs, and gain little. */
const SHARING_BYTES = 512;

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

/** A slab that is being filled. */
interface Filling {
  slab: Uint8Array;
  to: number;
}

// A task that stays for days would hold on to a slab of others that have long gone: it lies with its like.
const soonGone: Filling = { slab: NOTHING, to: 0 };
const staying: Filling = { slab: NOTHING, to: 0 };

// Another slab than ours: through the `buffer` of what we give away nobody can reach what we keep.
let giving = NOTHING;
let givenTo = 0;

/** Keeps a copy of the payload. `stays`: probably longer than those that are put with it. */
export function keep(place: Kept, data: Uint8Array, stays: boolean): void {
  const { length } = data;
  place.size = length;
  if (length > SHARING_BYTES) {
    place.slab = new Uint8Array(data);
    place.from = 0;
    return;
  }
  const filling = stays ? staying : soonGone;
  if (filling.to + length > filling.slab.length) {
    filling.slab = new Uint8Array(KEEPING_BYTES);
    filling.to = 0;
  }
  filling.slab.set(data, filling.to);
  place.slab = filling.slab;
  place.from = filling.to;
  filling.to += length;
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
    giving.set(slab.subarray(from, end), at);
    const { buffer } = giving;
    for (; first < after; first++) {
      const { size } = places[first] as Kept;
      copies.push(new Uint8Array(buffer, at, size));
      at += size;
    }
  }
  return copies;
}

/** Where that many bytes fit in the slab that is given away; a run is never longer than a slab. */
function room(size: number): number {
  if (givenTo + size > giving.length) {
    giving = new Uint8Array(GIVING_BYTES);
    // Who transfers his task's buffer to another thread must not take the other tasks' along.
    markAsUntransferable(giving.buffer);
    givenTo = 0;
  }
  const at = givenTo;
  givenTo += size;
  return at;
}
