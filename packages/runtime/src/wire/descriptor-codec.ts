import { QueueError } from "../errors.js";
import type {
  FieldContent,
  FieldDescriptor,
  FieldKind,
  Payload,
  QueueDescriptor,
} from "./descriptor.js";
import * as goReader from "./read-go-le.js";
import { readJson } from "./read-json.js";
import * as reader from "./read-msgpack.js";
import type { Reader } from "./reader.js";
import { refuseValue, type WireQueue } from "./refusal.js";
import * as goWriter from "./write-go-le.js";
import { writeJson, writePresentJson } from "./write-json.js";
import * as writer from "./write-msgpack.js";
import { finishWriting, type Writer } from "./writer.js";

/** Writes and reads the payloads of one queue, byte for byte as its generated code does. */
export interface PayloadCodec {
  encode(payload: Payload): Uint8Array;
  decode(data: Uint8Array): Payload;
}

/** The codec of a queue without generated code: for tools, which show and change any payload. */
export function createPayloadCodec(descriptor: QueueDescriptor): PayloadCodec {
  const queue: WireQueue = { queueNum: descriptor.id, name: descriptor.name };
  const known = new Set(descriptor.fields.map((field) => field.property));
  const codec =
    descriptor.codec === "go-le" ? goCodec(queue, descriptor) : msgpackCodec(queue, descriptor);
  return {
    encode(payload) {
      // No compiler has seen this payload: a name that is wrong would be lost without a word.
      const unknown = Object.keys(payload ?? {}).find((property) => !known.has(property));
      if (unknown !== undefined)
        refuseValue(queue, unknown, `is unknown; the fields are ${[...known].join(", ")}`);
      return codec.encode(payload);
    },
    decode: codec.decode,
  };
}

type Write = (w: Writer, value: never, field: string) => void;
type Read = (r: Reader, field: string) => FieldContent;

interface Kind {
  readonly write: Write;
  readonly read: Read;
}

const MSGPACK: Readonly<Record<FieldKind, Kind>> = {
  int: { write: writer.writeInt, read: reader.readInt },
  int64: { write: writer.writeInt64, read: reader.readInt64 },
  string: { write: writer.writeString, read: reader.readString },
  bool: { write: writer.writeBool, read: reader.readBool },
  "[]byte": { write: writer.writeBytes, read: reader.readBytes },
  "[]int": { write: writer.writeInts, read: reader.readInts },
  "[]int64": { write: writer.writeInt64s, read: reader.readInt64s },
  float64: { write: writer.writeFloat64, read: reader.readFloat64 },
  timestamp: { write: writer.writeTimestamp, read: reader.readTimestamp },
  "[]string": { write: writer.writeStrings, read: reader.readStrings },
  json: { write: writeJson, read: readJson },
};

const GO_LE: Partial<Readonly<Record<FieldKind, Kind>>> = {
  int: { write: goWriter.writeGoInt, read: goReader.readGoInt },
  int64: { write: goWriter.writeGoInt64, read: goReader.readGoInt64 },
  string: { write: goWriter.writeGoString, read: goReader.readGoString },
  bool: { write: goWriter.writeGoBool, read: goReader.readGoBool },
  "[]byte": { write: goWriter.writeGoBytes, read: goReader.readGoBytes },
  "[]int": { write: goWriter.writeGoInts, read: goReader.readGoInts },
  "[]int64": { write: goWriter.writeGoInt64s, read: goReader.readGoInt64s },
};

function msgpackCodec(queue: WireQueue, descriptor: QueueDescriptor): PayloadCodec {
  const positions = positionsOf(descriptor);
  return {
    encode(payload) {
      const w = writer.startArray(queue, payload, positions.length);
      for (const field of positions) {
        if (field === undefined) writer.writeNil(w);
        else writeField(w, payload[field.property], field);
      }
      return finishWriting(w);
    },
    decode(data) {
      const payload: Record<string, FieldContent | undefined> = {};
      const r = reader.startReadingArray(queue, data);
      for (const field of positions) {
        if (field === undefined) reader.skipValues(r, 1);
        else payload[field.property] = readField(r, field);
      }
      reader.finishReadingArray(r);
      return payload;
    },
  };
}

/** The field of every position, and undefined for reserved ones. */
function positionsOf({ fields, reservedPositions }: QueueDescriptor) {
  const last = Math.max(-1, ...reservedPositions, ...fields.map((field) => field.position));
  const positions = new Array<FieldDescriptor | undefined>(last + 1).fill(undefined);
  for (const field of fields) positions[field.position] = field;
  return positions;
}

function writeField(w: Writer, given: FieldContent | undefined, field: FieldDescriptor): void {
  const value = field.default === undefined ? given : (given ?? field.default);
  const mayBeAbsent = field.optional || field.default !== undefined;
  if (value === undefined && field.optional) writer.writeNil(w);
  else if (field.type === "json" && mayBeAbsent) writePresentJson(w, value as never, field.name);
  else MSGPACK[field.type].write(w, value as never, field.name);
}

function readField(r: Reader, field: FieldDescriptor): FieldContent | undefined {
  const mayBeAbsent = field.optional || field.default !== undefined;
  if (mayBeAbsent && !reader.hasValue(r)) return structuredClone(field.default);
  return MSGPACK[field.type].read(r, field.name);
}

function goCodec(queue: WireQueue, descriptor: QueueDescriptor): PayloadCodec {
  const fields = descriptor.fields.map(({ name, property, type }) => {
    const kind = GO_LE[type];
    if (kind === undefined)
      throw new QueueError("CONTRACT", `queue ${queue.name}, field ${name}: go-le has no ${type}`, {
        details: { queueNum: queue.queueNum, field: name },
      });
    return { name, property, ...kind };
  });
  return {
    encode(payload) {
      const w = goWriter.startGo(queue, payload);
      for (const { write, property, name } of fields) write(w, payload[property] as never, name);
      return finishWriting(w);
    },
    decode(data) {
      const payload: Record<string, FieldContent> = {};
      const r = goReader.startReadingGo(queue, data);
      for (const { read, property, name } of fields) payload[property] = read(r, name);
      goReader.finishReadingGo(r);
      return payload;
    },
  };
}
