import { readFileSync } from "node:fs";
import type { FieldContent, Payload } from "@queue/runtime/wire";
import { describe, expect, it } from "vitest";
import type { FieldType, QueueContract } from "../../src/contract/contract.js";
import { codecs } from "./codecs.js";
import { refusalOf } from "./refusal-of.js";
import { decodeByWitness } from "./witness.js";

interface Vector {
  readonly name: string;
  readonly queue: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly hex: string;
}

interface Refusal {
  readonly name: string;
  readonly queue: string;
  readonly hex: string;
  readonly field: string;
  readonly offset: number;
}

interface Vectors {
  readonly contract: string;
  readonly written: readonly Vector[];
  readonly read: readonly Vector[];
  readonly refused: readonly Refusal[];
}

function vectorsOf(file: string): Vectors {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}.json`, import.meta.url), "utf8"));
}

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

function contentOf(type: FieldType, value: unknown): FieldContent {
  if (type === "int64") return BigInt(value as string);
  if (type === "[]int64") return (value as string[]).map(BigInt);
  if (type === "[]byte") return fromHex(value as string);
  if (type === "float64") return Number(value);
  if (type === "timestamp") return new Date(value as number);
  return value as FieldContent;
}

function payloadOf({ fields }: QueueContract, vector: Vector): Payload {
  const given = fields.filter(({ name }) => name in vector.payload);
  return Object.fromEntries(
    given.map(({ name, property, type }) => [property, contentOf(type, vector.payload[name])]),
  );
}

/** With defaults in place of what the vector leaves out. */
function asRead(queue: QueueContract, vector: Vector): Payload {
  const absent = queue.fields.map((field) => [field.property, field.default]);
  return { ...Object.fromEntries(absent), ...payloadOf(queue, vector) };
}

describe.each(["msgpack", "go-le"])("the vectors of %s", (file) => {
  const { contract, written, read, refused } = vectorsOf(file);
  const codecsOf = (queue: string) => {
    const found = codecs.find(({ name }) => name === `${contract}/${queue}`);
    if (found === undefined) throw new Error(`no queue ${queue}`);
    return found;
  };

  it.each(written)("$queue: $name, written", (vector) => {
    const { queue, generated, descriptor } = codecsOf(vector.queue);
    const payload = payloadOf(queue, vector);
    expect(toHex(generated.encode(payload))).toBe(vector.hex);
    expect(toHex(descriptor.encode(payload))).toBe(vector.hex);
  });

  it.each([...written, ...read])("$queue: $name, read", (vector) => {
    const { queue, generated, descriptor } = codecsOf(vector.queue);
    const data = fromHex(vector.hex);
    expect(generated.decode(data)).toEqual(asRead(queue, vector));
    expect(descriptor.decode(data)).toEqual(asRead(queue, vector));
  });

  const msgpack = written.filter(({ queue }) => codecsOf(queue).queue.codec === "msgpack");
  for (const vector of msgpack)
    it(`${vector.queue}: ${vector.name}, read by msgpackr`, () => {
      const { queue } = codecsOf(vector.queue);
      const payload = decodeByWitness(queue, fromHex(vector.hex));
      for (const [name, value] of Object.entries(asRead(queue, vector)))
        expect(payload[name] ?? null).toEqual(value ?? null);
    });

  it.each(refused)("$queue: $name, refused", ({ queue: name, hex, field, offset }) => {
    const { queue, generated, descriptor } = codecsOf(name);
    for (const { decode } of [generated, descriptor]) {
      const error = refusalOf(() => decode(fromHex(hex)));
      expect(error.code).toBe("DECODE");
      expect(error.details).toEqual({ queueNum: queue.id, field, offset });
      expect(error.message).toContain(`queue ${name}, field ${field}, offset ${offset}:`);
    }
  });
});
