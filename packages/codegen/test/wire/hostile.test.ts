import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { QueueError } from "@queue/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuzz } from "../fuzz/fuzz.js";
import { payloadOf } from "./arbitrary.js";
import { codecs, type QueueCodecs } from "./codecs.js";

describe("hostile bytes", () => {
  it("never do more than be refused, through every decoder", () => {
    const seed = Math.floor(Math.random() * 0x7fff_ffff);
    const { accepted, refused } = fuzz({ inputs: 3_000, seed });
    // Both happen often: otherwise nothing was tried.
    expect(accepted).toBeGreaterThan(300);
    expect(refused).toBeGreaterThan(3_000);
  }, 60_000);

  it.each(codecs)("refuse a payload of $name cut off at any byte", (each) => {
    const { queue, generated, descriptor } = each;
    const payloads = fc.sample(payloadOf(queue), 60).map((payload) => generated.encode(payload));
    const short = payloads.filter((data) => data.length < 1_000);
    expect(short.length).toBeGreaterThan(5);
    for (const data of short.slice(0, 20))
      for (let length = 0; length < data.length; length++)
        for (const { decode } of [generated, descriptor])
          expectRefusal(each, () => decode(data.subarray(0, length)), length);
  });
});

function expectRefusal({ queue }: QueueCodecs, call: () => unknown, length: number): void {
  try {
    call();
  } catch (error) {
    // Spelt out: a hundred thousand calls of `expect` take half a minute.
    const { offset = -1, queueNum, field } = error instanceof QueueError ? error.details : {};
    if (error instanceof QueueError && error.code === "DECODE" && queueNum === queue.id)
      if (field !== undefined && offset >= 0 && offset <= length) return;
    throw error;
  }
  throw new Error(`accepted the first ${length} bytes`);
}

const KIB = 1024;
const times = (count: number, ...bytes: number[]) => Array(count).fill(bytes).flat();
const [required] = codecs as [QueueCodecs];
const before = (position: number) => [0x9b, ...times(position, 0xc0)];
const after = (position: number) => times(10 - position, 0xc0);

/** A few bytes that promise a lot, and many bytes of what takes most memory. */
const BOMBS: readonly (readonly [string, readonly number[]])[] = [
  ["a payload of 2^32 - 1 fields", [0xdd, 0xff, 0xff, 0xff, 0xff]],
  ["a text of 4 GiB", [...before(2), 0xdb, 0xff, 0xff, 0xff, 0xff]],
  ["4 GiB of bytes", [...before(4), 0xc6, 0xff, 0xff, 0xff, 0xff]],
  ["2^32 - 1 ints", [...before(5), 0xdd, 0xff, 0xff, 0xff, 0xff]],
  ["2^32 - 1 texts", [...before(9), 0xdd, 0xff, 0xff, 0xff, 0xff]],
  ["json of 2^32 - 1 items", [...before(10), 0xdd, 0xff, 0xff, 0xff, 0xff]],
  ["json of 2^32 - 1 members", [...before(10), 0xdf, 0xff, 0xff, 0xff, 0xff]],
  ["arrays that promise in arrays", [...before(10), ...times(32, 0xdd, 0xff, 0xff, 0xff, 0xff)]],
  ["ints", [...before(5), 0xdd, 0, 1, 0, 0, ...times(64 * KIB, 1), ...after(5)]],
  ["int64s", [...before(6), 0xdd, 0, 1, 0, 0, ...times(64 * KIB, 1), ...after(6)]],
  ["empty texts", [...before(9), 0xdd, 0, 1, 0, 0, ...times(64 * KIB, 0xa0), ...after(9)]],
  ["json of empty objects", [...before(10), 0xdd, 0, 1, 0, 0, ...times(64 * KIB, 0x80)]],
  ["json of empty arrays", [...before(10), 0xdd, 0, 1, 0, 0, ...times(64 * KIB, 0x90)]],
  ["what nobody reads", [0x9c, ...times(11, 0xc0), 0xdd, 0, 1, 0, 0, ...times(64 * KIB, 0x80)]],
];

/** An error with its stack, and the noise of the measurement: up to 350 KiB were seen. */
const CONSTANT_BYTES = KIB * KIB;
/** An empty object takes 56 bytes, and its place in an array that grows up to 30, for a byte of input. */
const BYTES_PER_BYTE = 96;

describe("memory", () => {
  const script = fileURLToPath(new URL("allocation.mjs", import.meta.url));
  const inputs = BOMBS.map(([, bytes]) => Buffer.from(bytes).toString("hex"));
  const { stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", script], {
    input: JSON.stringify({ queue: required.queue, inputs }),
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  const { heapMiB, bufferMiB, allocated } = JSON.parse(stdout);

  it("is measured, on the heap and beside it", () => {
    expect(heapMiB).toBeGreaterThan(KIB * KIB);
    expect(bufferMiB).toBeGreaterThanOrEqual(KIB * KIB);
  });

  it.each(BOMBS.map(([name, bytes], index) => [name, bytes.length, allocated[index]]))(
    "is not taken beyond a multiple of the input: %s",
    (_, size, taken) => {
      expect(taken).toBeLessThan(CONSTANT_BYTES + BYTES_PER_BYTE * size);
    },
  );
});
