// Run by itself, with --expose-gc: in a process with a test runner memory moves for many reasons.
// Takes { queue, inputs } as JSON from standard input, and prints what decoding each input allocated.
import { text } from "node:stream/consumers";
import { QueueError } from "@queue/runtime";
import { createPayloadCodec } from "@queue/runtime/wire";

const { queue, inputs } = JSON.parse(await text(process.stdin));
const { decode } = createPayloadCodec(queue);

/** Kept, so that a collection during the measurement cannot hide it. */
const kept = { result: undefined };

function attempt(data) {
  try {
    kept.result = decode(data);
  } catch (error) {
    if (!(error instanceof QueueError)) throw error;
    kept.result = error;
  }
}

function allocatedBy(call) {
  call(); // code and inline caches are there before anything is measured
  kept.result = undefined;
  globalThis.gc();
  const start = process.memoryUsage();
  call();
  const end = process.memoryUsage();
  return end.heapUsed - start.heapUsed + end.arrayBuffers - start.arrayBuffers;
}

const KIB = 1024;
console.log(
  JSON.stringify({
    // That the measurement sees what is there.
    heapMiB: allocatedBy(() => {
      kept.result = Array.from({ length: 131_072 }, () => ({}));
    }),
    bufferMiB: allocatedBy(() => {
      kept.result = new Uint8Array(KIB * KIB);
    }),
    allocated: inputs.map((hex) => {
      const data = Uint8Array.from(Buffer.from(hex, "hex"));
      return allocatedBy(() => attempt(data));
    }),
  }),
);
