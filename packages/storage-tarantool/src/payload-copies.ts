import { markAsUntransferable } from "node:worker_threads";

// V8 allocates arrays of over 64 bytes outside its heap and tracks each for the garbage collector: some
// 300 ns for a copy of 100 bytes, where part of a slab takes a tenth. A drained task costs the client 4 us.

/** Larger ones would waste the ends of slabs, and gain little. */
const SHARING_BYTES = 512;
/** The most that a task which stays holds on to. */
const SLAB_BYTES = 16_384;

/** Copies of payloads that are views of a packet, which none of them may keep in memory. */
export function copiesOf(payloads: readonly Uint8Array[]): Uint8Array[] {
  if (payloads.length === 1) return payloads.map((payload) => new Uint8Array(payload));
  let left = 0;
  for (const { length } of payloads) if (length <= SHARING_BYTES) left += length;
  let slab = new Uint8Array(0);
  let at = 0;
  return payloads.map((payload) => {
    const { length } = payload;
    if (length > SHARING_BYTES) return new Uint8Array(payload);
    if (at + length > slab.length) {
      slab = new Uint8Array(Math.min(left, SLAB_BYTES));
      // Who transfers his task's buffer to another thread must not take the other tasks' along.
      markAsUntransferable(slab.buffer);
      at = 0;
    }
    const copy = new Uint8Array(slab.buffer, at, length);
    copy.set(payload);
    at += length;
    left -= length;
    return copy;
  });
}
