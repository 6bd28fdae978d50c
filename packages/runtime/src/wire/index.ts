export { batchHandler } from "./batch-handler.js";
export type {
  FieldContent,
  FieldDescriptor,
  FieldKind,
  Payload,
  QueueDescriptor,
} from "./descriptor.js";
export { createPayloadCodec, type PayloadCodec } from "./descriptor-codec.js";
export type { JsonValue, PresentJson } from "./json-value.js";
export {
  type KeyedPutManyOptions,
  type KeyedPutOptions,
  keyOf,
  type PutManyOptions,
  type PutOptions,
  type PutPolicy,
  putMany,
  putOne,
  taskRequest,
  type WithDefaults,
} from "./put.js";
export {
  finishReadingGo,
  readGoBool,
  readGoBytes,
  readGoInt,
  readGoInt64,
  readGoInt64s,
  readGoInts,
  readGoString,
  startReadingGo,
} from "./read-go-le.js";
export { readJson, readPresentJson } from "./read-json.js";
export {
  finishReadingArray,
  hasValue,
  readBool,
  readBytes,
  readFloat64,
  readInt,
  readInt64,
  readInt64s,
  readInts,
  readString,
  readStrings,
  readTimestamp,
  skipValues,
  startReadingArray,
} from "./read-msgpack.js";
export type { Reader } from "./reader.js";
export type { WireQueue } from "./refusal.js";
export {
  startGo,
  writeGoBool,
  writeGoBytes,
  writeGoInt,
  writeGoInt64,
  writeGoInt64s,
  writeGoInts,
  writeGoString,
} from "./write-go-le.js";
export { writeJson, writePresentJson } from "./write-json.js";
export {
  startArray,
  writeBool,
  writeBytes,
  writeFloat64,
  writeInt,
  writeInt64,
  writeInt64s,
  writeInts,
  writeNil,
  writeString,
  writeStrings,
  writeTimestamp,
} from "./write-msgpack.js";
export { finishWriting, type Writer } from "./writer.js";
