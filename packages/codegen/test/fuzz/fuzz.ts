import assert from "node:assert/strict";
import { QueueError } from "@queue/runtime";
import type { Payload, PayloadCodec } from "@queue/runtime/wire";
import fc from "fast-check";
import { payloadOf } from "../wire/arbitrary.js";
import { codecs, type QueueCodecs } from "../wire/codecs.js";
import { createChance, hostileInputs } from "./inputs.js";

export interface FuzzOptions {
  readonly inputs: number;
  readonly seed: number;
  progress?(done: number, counts: FuzzCounts): void;
}

export interface FuzzCounts {
  accepted: number;
  refused: number;
  /** Of one decoder and one input. */
  slowestMs: number;
}

const PROGRESS_EVERY = 50_000;
/** Payloads that are damaged later: short ones, so that damage hits something. */
const VALID = 300;
const VALID_BYTES = 400;

/** Sends hostile bytes through every decoder; throws at the first thing that must not happen. */
export function fuzz({ inputs, seed, progress }: FuzzOptions): FuzzCounts {
  const counts: FuzzCounts = { accepted: 0, refused: 0, slowestMs: 0 };
  const source = hostileInputs(validPayloads(seed), createChance(seed));
  for (let done = 0; done < inputs; done++) {
    const data = source.next().value;
    for (const each of codecs) {
      try {
        checkInput(each, data, counts);
      } catch (error) {
        const hex = Buffer.from(data).toString("hex");
        throw new Error(`seed ${seed}, input ${done}, ${each.name}: ${hex}`, { cause: error });
      }
    }
    if ((done + 1) % PROGRESS_EVERY === 0) progress?.(done + 1, counts);
  }
  return counts;
}

function validPayloads(seed: number): Uint8Array[] {
  return codecs
    .flatMap(({ queue, generated }) =>
      fc
        .sample(payloadOf(queue), { seed, numRuns: VALID })
        .map((payload) => generated.encode(payload)),
    )
    .filter((data) => data.length <= VALID_BYTES);
}

/** With and without generated code, the same happens: a payload, or a refusal that says where. */
function checkInput(
  { queue, generated, descriptor }: QueueCodecs,
  data: Uint8Array,
  counts: FuzzCounts,
): void {
  const before = Buffer.from(data);
  const one = outcome(generated, data, counts);
  const other = outcome(descriptor, data, counts);
  assert.equal(before.compare(data), 0, "a decoder changed its input");
  if (one instanceof QueueError) {
    assert(other instanceof QueueError);
    assert.equal(one.code, "DECODE");
    assert.equal(other.message, one.message);
    const { queueNum, field, offset = -1 } = one.details;
    assert.equal(queueNum, queue.id);
    assert(typeof field === "string" && field !== "");
    assert(offset >= 0 && offset <= data.length);
    counts.refused++;
    return;
  }
  assert.deepEqual(other, one);
  checkAgain(generated, one);
  counts.accepted++;
}

function outcome({ decode }: PayloadCodec, data: Uint8Array, counts: FuzzCounts) {
  const start = performance.now();
  const result = resultOf(() => decode(data));
  let tookMs = performance.now() - start;
  // The machine may have been elsewhere: the input is to blame only if it is slow every time.
  for (let again = 0; again < 3 && tookMs > counts.slowestMs; again++) {
    const restart = performance.now();
    resultOf(() => decode(data));
    tookMs = Math.min(tookMs, performance.now() - restart);
  }
  counts.slowestMs = Math.max(counts.slowestMs, tookMs);
  return result;
}

function resultOf(call: () => Payload): Payload | QueueError {
  try {
    return call();
  } catch (error) {
    if (error instanceof QueueError) return error;
    throw error;
  }
}

/** What was read can be written, and is read as the same. Only NaN cannot. */
function checkAgain({ encode, decode }: PayloadCodec, payload: Payload): void {
  if (Object.values(payload).some(Number.isNaN)) return;
  assert.deepEqual(decode(encode(payload)), payload);
}
