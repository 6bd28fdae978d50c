import { describe, expect, it } from "vitest";
import type { Payload, QueueDescriptor } from "./descriptor.js";
import { createPayloadCodec } from "./descriptor-codec.js";

type Type = QueueDescriptor["fields"][number]["type"];

function codecOf(...types: Type[]) {
  return createPayloadCodec({
    id: 1,
    name: "things",
    codec: "msgpack",
    fields: types.map((type, position) => {
      const name = `f${position}`;
      return { name, property: name, position, type, optional: false };
    }),
    reservedPositions: [],
  });
}

const { encode, decode } = codecOf("int", "string");

describe("payloads that were written", () => {
  it("stay as they are while others are written", () => {
    const payloads = Array.from({ length: 5_000 }, (_, n) => ({ f0: n, f1: "x".repeat(n % 300) }));
    const written = payloads.map(encode);
    expect(written.map(decode)).toEqual(payloads);
  });

  it("are Uint8Arrays, whose slice is a copy", () => {
    for (const f1 of ["short", "long".repeat(2_000)]) {
      const data = encode({ f0: 1, f1 });
      expect(Object.getPrototypeOf(data)).toBe(Uint8Array.prototype);
      data.slice().fill(0);
      expect(decode(data)).toEqual({ f0: 1, f1 });
    }
  });

  it("keep little beside themselves in memory", () => {
    for (const size of [0, 10, 100, 1_000, 10_000, 100_000, 1_000_000]) {
      const data = encode({ f0: 1, f1: "x".repeat(size) });
      expect(data.buffer.byteLength).toBeLessThanOrEqual(Math.max(8 * 1024, data.length));
    }
  });

  it("survive an attempt to move a neighbour to another thread", () => {
    const before = encode({ f0: 1, f1: "before" });
    const { buffer } = encode({ f0: 2, f1: "moved" });
    try {
      structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
    } catch (error) {
      // Node 20 copies instead, later ones refuse.
      expect(error).toMatchObject({ name: "DataCloneError" });
    }
    const after = encode({ f0: 3, f1: "after" });
    expect([before, after].map(decode)).toEqual([
      { f0: 1, f1: "before" },
      { f0: 3, f1: "after" },
    ]);
  });

  it("are whole when a getter of one writes another", () => {
    let inner: Uint8Array | undefined;
    const outer = encode({
      f0: 1,
      get f1() {
        inner = encode({ f0: 2, f1: "inner" });
        return "outer";
      },
    });
    expect(decode(outer)).toEqual({ f0: 1, f1: "outer" });
    expect(inner && decode(inner)).toEqual({ f0: 2, f1: "inner" });
  });

  it("are whole after a getter threw half-way through another", () => {
    const broken = {
      f0: 1,
      get f1(): string {
        throw new Error("not now");
      },
    };
    for (let time = 0; time < 3; time++) {
      expect(() => encode(broken)).toThrow("not now");
      expect(decode(encode({ f0: time, f1: "next" }))).toEqual({ f0: time, f1: "next" });
    }
  });

  it.each([31, 32, 255, 256, 65_535, 65_536])("hold a text of %i bytes, ASCII or not", (size) => {
    for (const text of ["x".repeat(size), `é${"x".repeat(size - 2)}`, "é".repeat(size / 2)])
      expect(decode(encode({ f0: 1, f1: text }))).toEqual({ f0: 1, f1: text });
  });

  it("cross the border of a chunk at any byte", () => {
    const { encode: write, decode: read } = codecOf("int", "[]byte", "string", "[]int64", "json");
    for (let size = 0; size < 600; size++) {
      const payload: Payload = {
        f0: size * 1_000_003,
        f1: new Uint8Array(size),
        f2: "ж".repeat(size),
        f3: Array<bigint>(size % 40).fill(-(2n ** 40n)),
        f4: { a: [size, size / 2] },
      };
      expect(Buffer.compare(write(read(write(payload))), write(payload))).toBe(0);
    }
  });
});

describe("a decoded payload", () => {
  it("shares no memory with the bytes it came from", () => {
    const { encode: write, decode: read } = codecOf("[]byte");
    for (const size of [3, 100]) {
      const data = write({ f0: new Uint8Array(size).fill(7) });
      const payload = read(data);
      data.fill(0);
      expect(payload).toEqual({ f0: new Uint8Array(size).fill(7) });
    }
  });

  it("is the same from a Buffer, a view and an array of its own, and has no Buffers in it", () => {
    const { encode: write, decode: read } = codecOf("[]byte", "string");
    const data = write({ f0: new Uint8Array([1, 2, 3]), f1: "a text of more than twelve bytes" });
    const padded = Buffer.concat([Buffer.from([9, 9, 9]), data, Buffer.from([9])]);
    for (const bytes of [data, Buffer.from(data), padded.subarray(3, -1)]) {
      const { f0, f1 } = read(bytes);
      expect(Object.getPrototypeOf(f0)).toBe(Uint8Array.prototype);
      expect([f0, f1]).toEqual([new Uint8Array([1, 2, 3]), "a text of more than twelve bytes"]);
    }
  });

  it.each([undefined, "text", [1], new ArrayBuffer(2)])("is not made from %s", (data) => {
    expect(() => decode(data as unknown as Uint8Array)).toThrow(
      /^\[INVALID_ARGUMENT\] queue things: a payload must be a Uint8Array/,
    );
  });
});

describe("a descriptor", () => {
  it("is refused where go-le has no such type", () => {
    const fields = [
      { name: "f", property: "f", position: 0, type: "json", optional: false },
    ] as const;
    const queue = { id: 1, name: "things", codec: "go-le", fields, reservedPositions: [] } as const;
    expect(() => createPayloadCodec(queue)).toThrow(
      "[CONTRACT] queue things, field f: go-le has no json",
    );
  });
});
