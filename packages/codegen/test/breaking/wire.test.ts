import { createPayloadCodec, type FieldContent, type Payload } from "@queue/runtime/wire";
import fc from "fast-check";
import { expect, it } from "vitest";
import { breaksOf, compareContracts } from "../../src/breaking/index.js";
import {
  type Contract,
  FIELD_TYPES,
  type Field,
  type FieldType,
  formatProblems,
  readContract,
} from "../../src/contract/index.js";

/** One line of `fields`, and what a legal or illegal edit makes of it. */
const presence = fc.constantFrom("", ", optional: true", "default");
const DEFAULTS: Record<FieldType, string> = {
  int: "7",
  int64: "7",
  string: "seven",
  bool: "true",
  "[]byte": "[7]",
  "[]int": "[7]",
  "[]int64": "[7]",
  float64: "7.5",
  timestamp: "2030-01-31T12:00:00Z",
  "[]string": "[seven]",
  json: "{ seven: 7 }",
};
const SAMPLES: Record<FieldType, readonly FieldContent[]> = {
  int: [0, -1, Number.MAX_SAFE_INTEGER],
  int64: [0n, -(2n ** 63n), 2n ** 63n - 1n],
  string: ["", "text", "𝒳é"],
  bool: [true, false],
  "[]byte": [Uint8Array.of(), Uint8Array.of(0, 255)],
  "[]int": [[], [1, -1]],
  "[]int64": [[], [2n ** 62n]],
  float64: [0, 1.5, -1e300],
  timestamp: [new Date(0), new Date(1e12)],
  "[]string": [[], ["a", ""]],
  json: [{ a: [1, "b", null] }, "text", 5],
};

const field = fc.record({
  type: fc.constantFrom(...FIELD_TYPES),
  presence,
});
type FieldSketch = { type: FieldType; presence: string; name?: string };
const edit = fc.tuple(
  fc.constantFrom("append", "insert", "remove", "reserve", "type", "presence", "swap", "rename"),
  fc.nat(),
  field,
);

/** `undefined` is a removed field. */
type Sketch = readonly (FieldSketch | undefined)[];

function apply(
  fields: Sketch,
  [kind, at, sketch]: [string, number, FieldSketch],
  n: number,
): Sketch {
  const i = at % Math.max(1, fields.length);
  const old = fields[i];
  const added = { ...sketch, name: `n${n}` };
  if (kind === "append") return [...fields, added];
  if (fields.length === 0) return fields;
  if (kind === "insert") return fields.toSpliced(i, 0, added);
  if (kind === "remove") return fields.toSpliced(i, 1);
  if (kind === "reserve") return fields.with(i, undefined);
  if (old === undefined) return fields;
  if (kind === "type") return fields.with(i, { ...old, type: sketch.type });
  if (kind === "presence") return fields.with(i, { ...old, presence: sketch.presence });
  if (kind === "rename") return fields.with(i, { ...old, name: `n${n}` });
  return fields.with(i, fields[0]).with(0, old);
}

function contractOf(fields: Sketch): Contract | undefined {
  if (fields.every((sketch) => sketch === undefined)) return undefined; // no contract
  const lines = fields.map((sketch, i) => {
    if (sketch === undefined) return `  - { reserved: gone${i} }`;
    const more =
      sketch.presence === "default" ? `, default: ${DEFAULTS[sketch.type]}` : sketch.presence;
    return `  - { name: ${sketch.name}, type: "${sketch.type}"${more} }`;
  });
  const text = `queues:\n- id: 1\n  name: q\n  fields:\n${lines.join("\n")}\n`;
  const read = readContract(text, "contract.yaml");
  if (read.ok) return read.contract;
  throw new Error(`${text}${formatProblems(read.problems)}`);
}

function payloadOf(fields: readonly Field[], chance: number): Payload {
  return Object.fromEntries(
    fields.flatMap(({ property, type, optional, default: preset }, i) => {
      const samples = SAMPLES[type];
      const pick = (chance + i) % (samples.length + 1);
      const mayBeAbsent = optional || preset !== undefined;
      const value = samples[pick] ?? (mayBeAbsent ? undefined : samples[0]);
      return value === undefined ? [] : [[property, value]];
    }),
  );
}

/** What both sides know has to arrive as it was sent. */
function expectSameReading(writer: Contract, reader: Contract, chance: number): void {
  const [from, to] = [writer.queues[0], reader.queues[0]];
  if (from === undefined || to === undefined) throw new Error("no queue");
  const payload = payloadOf(from.fields, chance);
  const read = createPayloadCodec(to).decode(createPayloadCodec(from).encode(payload));
  for (const { position, property } of to.fields) {
    const sent = from.fields.find((each) => each.position === position);
    const value = sent && payload[sent.property];
    if (value !== undefined) expect(read[property]).toEqual(value);
  }
}

it("where no rule of the wire is broken, old and new programs read each other's tasks", () => {
  let legal = 0;
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 5 }),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      fc.nat(),
      (sketches, edits, chance) => {
        const fields: Sketch = sketches.map((sketch, i) => ({ ...sketch, name: `f${i}` }));
        const before = contractOf(fields);
        const after = contractOf(edits.reduce(apply, fields));
        if (before === undefined || after === undefined) return;
        const changes = compareContracts(before, after);
        if (changes.some(({ rule }) => breaksOf(rule).includes("WIRE"))) return;
        legal++;
        expectSameReading(before, after, chance);
        expectSameReading(after, before, chance);
      },
    ),
    { numRuns: 2000 },
  );
  expect(legal).toBeGreaterThan(200);
});
