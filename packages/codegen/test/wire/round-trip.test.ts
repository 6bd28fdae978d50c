import assert from "node:assert/strict";
import type { Payload } from "@queue/runtime/wire";
import fc from "fast-check";
import { describe, it } from "vitest";
import type { QueueContract } from "../../src/contract/contract.js";
import { payloadOf } from "./arbitrary.js";
import { codecs } from "./codecs.js";
import { decodeByWitness, encodeByWitness } from "./witness.js";

/** What a reader gives for what a producer gave: defaults in place of what was left out. */
function asRead({ fields }: QueueContract, payload: Payload): Payload {
  return Object.fromEntries(
    fields.map(({ property, default: absent }) => {
      const given = payload[property];
      return [property, given === undefined ? absent : given];
    }),
  );
}

/** JSON knows no -0, and neither does an integer. */
function withoutNegativeZero(payload: Payload): Payload {
  return Object.fromEntries(
    Object.entries(payload).map(([name, value]) => [name, value === 0 ? 0 : value]),
  );
}

// Node's own comparison: that of the test runner takes seconds for long lists.
const runs = { numRuns: 150 };

describe.each(codecs)("payloads of $name", ({ queue, generated, descriptor }) => {
  it("come back as they were written", () => {
    fc.assert(
      fc.property(payloadOf(queue), (payload) => {
        const data = generated.encode(payload);
        assert.deepEqual(generated.decode(data), asRead(queue, payload));
      }),
      runs,
    );
  });

  it("are the same bytes and values with and without generated code", () => {
    fc.assert(
      fc.property(payloadOf(queue), (payload) => {
        const data = generated.encode(payload);
        assert.equal(Buffer.compare(descriptor.encode(payload), data), 0);
        assert.deepEqual(descriptor.decode(data), generated.decode(data));
      }),
      runs,
    );
  });
});

const msgpack = codecs.filter(({ queue }) => queue.codec === "msgpack");

describe.each(msgpack)("payloads of $name", ({ queue, generated }) => {
  it("are read by msgpackr", () => {
    fc.assert(
      fc.property(payloadOf(queue), (payload) => {
        const read = decodeByWitness(queue, generated.encode(payload));
        // An absent json is nil as well, which msgpackr cannot tell from null.
        for (const [name, value] of Object.entries(asRead(queue, payload)))
          assert.deepEqual(read[name] ?? null, value ?? null);
      }),
      runs,
    );
  });

  it("are read when msgpackr wrote them", () => {
    fc.assert(
      fc.property(payloadOf(queue), (payload) => {
        const read = generated.decode(encodeByWitness(queue, payload));
        assert.deepEqual(withoutNegativeZero(read), withoutNegativeZero(asRead(queue, payload)));
      }),
      runs,
    );
  });
});
