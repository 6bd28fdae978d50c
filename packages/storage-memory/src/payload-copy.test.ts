import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { copiesOf, type Kept, keep, NOTHING } from "./payload-copy.js";

function kept(data: Uint8Array, stays = false): Kept {
  const place = { slab: NOTHING, from: 0, size: 0 };
  keep(place, data, stays);
  return place;
}

const copyOf = (place: Kept) => copiesOf([place])[0] as Uint8Array;

const filled = (size: number, value: number) => new Uint8Array(size).fill(value);

describe("copies of payloads", () => {
  // Around every boundary: in V8's heap, in a slab, alone.
  it.each([0, 1, 64, 65, 512, 513, 4096, 4097, 16_384, 16_385])(
    "of %i bytes stay what they were",
    (size) => {
      const places = Array.from({ length: 100 }, (_, i) => kept(filled(size, i)));
      const given = places.map(copyOf);
      given.forEach((copy, i) => {
        expect(copy).toEqual(filled(size, i));
      });
    },
  );

  it.each([10, 100, 1000])("of %i bytes do not change with what was put or given", (size) => {
    const data = filled(size, 1);
    const place = kept(data);
    data.fill(2);
    new Uint8Array(copyOf(place).buffer).fill(3);
    expect(copyOf(place)).toEqual(filled(size, 1));
  });

  it("of tasks that stay do not hold on to those of others", () => {
    const [soonGone, staying] = [kept(filled(100, 1)), kept(filled(100, 2), true)];
    expect(staying.slab).not.toBe(soonGone.slab);
    expect(kept(filled(100, 3), true).slab).toBe(staying.slab);
  });

  it("outlive the transfer of a neighbour to another thread", () => {
    const [one, other] = [copyOf(kept(filled(100, 1))), copyOf(kept(filled(100, 2)))];
    const { port1 } = new MessageChannel();
    try {
      port1.postMessage(one, [one.buffer as ArrayBuffer]);
    } catch {
      // Node 20 sends a copy instead, later versions refuse.
    }
    port1.close();
    expect(other).toEqual(filled(100, 2));
  });
});
