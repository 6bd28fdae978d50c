import type { Field, QueueContract } from "../contract/contract.js";
import { generatedNames } from "../contract/generated-names.js";
import { hasDefault, reader, writer } from "./field-type.js";
import {
  fits,
  group,
  indent,
  type Lines,
  layOut,
  layOutOrLeave,
  layOutPair,
  leave,
  type Piece,
} from "./layout.js";
import { literal, text } from "./literal.js";

export function emitSerializer(queue: QueueContract): Lines {
  const names = generatedNames(queue.name);
  return [
    ...layOut(
      group(`export function ${names.serialize}(`, [`payload: ${names.input}`], "): Uint8Array {"),
      0,
    ),
    ...indent([
      ...layOut(start(queue), 1, "const w = "),
      ...positionsOf(queue).flatMap((field) =>
        field === undefined ? ["wire.writeNil(w);"] : writeField(field, queue),
      ),
      "return wire.finishWriting(w);",
    ]),
    "}",
  ];
}

export function emitDeserializer(queue: QueueContract): Lines {
  const names = generatedNames(queue.name);
  const go = queue.codec === "go-le";
  return [
    ...layOut(
      group(`export function ${names.deserialize}(`, ["data: Uint8Array"], `): ${names.payload} {`),
      0,
    ),
    ...indent(
      layOut(
        group(`wire.${go ? "startReadingGo" : "startReadingArray"}(`, [names.wire, "data"], ");"),
        1,
        "const r = ",
      ),
    ),
    `  const payload: ${names.payload} = {`,
    ...indent(indent(readFields(queue))),
    "  };",
    `  wire.${go ? "finishReadingGo" : "finishReadingArray"}(r);`,
    "  return payload;",
    "}",
  ];
}

function start(queue: QueueContract): Piece {
  const { wire } = generatedNames(queue.name);
  if (queue.codec === "go-le") return group("wire.startGo(", [wire, "payload"], ");");
  const { length } = positionsOf(queue);
  return group("wire.startArray(", [wire, "payload", String(length)], ");");
}

/** The field of every position, and undefined for reserved ones. */
function positionsOf({ fields, reservedPositions }: QueueContract): (Field | undefined)[] {
  const last = Math.max(-1, ...reservedPositions, ...fields.map(({ position }) => position));
  const byPosition = new Map(fields.map((field) => [field.position, field]));
  return Array.from({ length: last + 1 }, (_, position) => byPosition.get(position));
}

function writeField(field: Field, { codec }: QueueContract): Lines {
  const value = `payload.${field.property}`;
  const call = (content: string) =>
    group(`${writer(field, codec)}(`, ["w", content, text(field.name)], ");");
  if (field.optional)
    return [
      ...layOutPair(`if (${value} === undefined)`, ["wire.writeNil(w);"], 1),
      ...layOutPair("else", layOut(call(value), 2), 1),
    ];
  if (!hasDefault(field)) return layOut(call(value), 1);
  return layOutOrLeave(call(`${value} ?? ${literal(field)}`), 1);
}

function readFields(queue: QueueContract): Lines {
  let passed = 0;
  return positionsOf(queue).flatMap((field) => {
    if (field === undefined) {
      passed++;
      return [];
    }
    const from = passed === 0 ? "r" : `wire.skipValues(r, ${passed})`;
    passed = 0;
    return readField(field, queue, from);
  });
}

function readField(field: Field, { codec }: QueueContract, from: string): Lines {
  const open = `${reader(field, codec)}(`;
  const name = text(field.name);
  if (!field.optional && !hasDefault(field))
    return layOut(group(open, [from, name], "),"), 2, `${field.property}: `);
  const absent = hasDefault(field) ? literal(field) : "undefined";
  const line = `${field.property}: wire.hasValue(${from}) ? ${open}r, ${name}) : ${absent},`;
  if (fits(line, 2)) return [line];
  const lines = [
    `${field.property}: wire.hasValue(${from})`,
    ...indent([`? ${open}r, ${name})`, `: ${absent},`]),
  ];
  return lines.every((each) => fits(each, 2)) ? lines : leave(line);
}
