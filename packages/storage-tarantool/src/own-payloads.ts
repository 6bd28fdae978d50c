import { markAsUntransferable } from "node:worker_threads";

// V8 allocates arrays of over 64 bytes outside its heap and tracks each for the garbage collector: some
// 300 ns for a copy of 100 bytes, where part of a slab takes a tenth, and a view of the packet nothing more
// than itself. A drained task costs the client 2.5 us.

/** Larger ones would waste the ends of slabs, and gain little. */
const SHARING_BYTES = 512;
/** The most that a task which stays holds on to, beside its own payload. */
const HELD_BYTES = 32_768;

/** Payloads of one answer, which are views of its packet, for their tasks to keep. */
export function ownPayloads(payloads: readonly Uint8Array[]): Uint8Array[] {
  const [first] = payloads;
  if (first === undefined || payloads.length === 1)
    return payloads.map((one) => new Uint8Array(one));
  const { buffer } = first;
  if (buffer.byteLength > HELD_BYTES || payloads.some((one) => one.buffer !== buffer))
    return copies(payloads);
  keepTogether(buffer);
  return payloads.map((one) => new Uint8Array(buffer, one.byteOffset, one.length));
}

/** Small ones in slabs, so that a large packet is not kept for one of them. */
function copies(payloads: readonly Uint8Array[]): Uint8Array[] {
  let left = 0;
  for (const { length } of payloads) if (length <= SHARING_BYTES) left += length;
  let slab = new Uint8Array(0);
  let at = 0;
  return payloads.map((payload) => {
    const { length } = payload;
    if (length > SHARING_BYTES) return new Uint8Array(payload);
    if (at + length > slab.length) {
      slab = new Uint8Array(Math.min(left, HELD_BYTES));
      keepTogether(slab.buffer);
      at = 0;
    }
    const copy = new Uint8Array(slab.buffer, at, length);
    copy.set(payload);
    at += length;
    left -= length;
    return copy;
  });
}

/** Who transfers his task's buffer to another thread must not take the other tasks' along. */
function keepTogether(buffer: ArrayBufferLike): void {
  markAsUntransferable(buffer);
}
