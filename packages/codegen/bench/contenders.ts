import { decode as decodeMsgpack, encode as encodeMsgpack } from "@msgpack/msgpack";
import {
  finishReadingArray,
  finishWriting,
  type JsonValue,
  readJson,
  startArray,
  startReadingArray,
  writeJson,
} from "@queue/runtime/wire";
import avro from "avsc";
import { Packr } from "msgpackr";
import protobuf from "protobufjs";
import {
  deserializeRecordTask,
  type RecordPayload,
  serializeRecordTask,
} from "../test/golden/record/expected.js";

/** A way to write and read one kind of value. */
export interface Contender<Value> {
  readonly name: string;
  encode(value: Value): Uint8Array;
  decode(data: Uint8Array): Value;
}

export const OURS = "@queue generated";
/** All others are measured against it. */
export const PEER = "msgpackr";

const packr = new Packr({ useRecords: false, variableMapSize: true });

function positions(record: RecordPayload): unknown[] {
  const { to, subject, body, userId, orderId, createdAt, balance, urgent } = record;
  return [to, subject, body, userId, orderId, createdAt, balance, urgent];
}

type Positions = [string, string, Uint8Array, bigint, bigint, bigint, bigint, boolean];

function named(values: Positions): RecordPayload {
  const [to, subject, body, userId, orderId, createdAt, balance, urgent] = values;
  return { to, subject, body, userId, orderId, createdAt, balance, urgent };
}

const message = protobuf
  .parse(`
  syntax = "proto3";
  message Record {
    string to = 1;
    string subject = 2;
    bytes body = 3;
    int64 userId = 4;
    int64 orderId = 5;
    int64 createdAt = 6;
    int64 balance = 7;
    bool urgent = 8;
  }`)
  .root.lookupType("Record");

const long = avro.types.LongType.__with({
  fromBuffer: (data: Buffer) => data.readBigInt64LE(),
  toBuffer(value: bigint) {
    const data = Buffer.allocUnsafe(8);
    data.writeBigInt64LE(value);
    return data;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value: unknown) => typeof value === "bigint",
  compare: (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0),
});

const avroRecord = avro.Type.forSchema(
  {
    type: "record",
    name: "Record",
    fields: [
      { name: "to", type: "string" },
      { name: "subject", type: "string" },
      { name: "body", type: "bytes" },
      { name: "userId", type: "long" },
      { name: "orderId", type: "long" },
      { name: "createdAt", type: "long" },
      { name: "balance", type: "long" },
      { name: "urgent", type: "boolean" },
    ],
  },
  { registry: { long } },
);

export const recordContenders: readonly Contender<RecordPayload>[] = [
  { name: OURS, encode: serializeRecordTask, decode: deserializeRecordTask },
  {
    name: PEER,
    encode: (record) => packr.pack(positions(record)),
    decode: (data) => named(packr.unpack(data)),
  },
  {
    name: "@msgpack/msgpack",
    encode: (record) => encodeMsgpack(positions(record), { useBigInt64: true }),
    decode: (data) => {
      const { to, subject, body, ...rest } = named(
        decodeMsgpack(data, { useBigInt64: true }) as Positions,
      );
      // It reads short integers as numbers.
      return {
        to,
        subject,
        body,
        userId: BigInt(rest.userId),
        orderId: BigInt(rest.orderId),
        createdAt: BigInt(rest.createdAt),
        balance: BigInt(rest.balance),
        urgent: rest.urgent,
      };
    },
  },
  {
    name: "JSON",
    encode: ({ body, userId, orderId, createdAt, balance, ...rest }) =>
      Buffer.from(
        JSON.stringify({
          ...rest,
          body: Buffer.from(body).toString("base64"),
          userId: String(userId),
          orderId: String(orderId),
          createdAt: String(createdAt),
          balance: String(balance),
        }),
      ),
    decode: (data) => {
      const { to, subject, body, userId, orderId, createdAt, balance, urgent } = JSON.parse(
        Buffer.from(data.buffer, data.byteOffset, data.length).toString(),
      );
      return {
        to,
        subject,
        body: Buffer.from(body, "base64"),
        userId: BigInt(userId),
        orderId: BigInt(orderId),
        createdAt: BigInt(createdAt),
        balance: BigInt(balance),
        urgent,
      };
    },
  },
  {
    name: "protobufjs",
    encode: (record) => message.encode(message.fromObject(record)).finish(),
    decode: (data) =>
      message.toObject(message.decode(data), { longs: BigInt, defaults: true }) as RecordPayload,
  },
  {
    name: "avsc",
    encode: (record) =>
      avroRecord.toBuffer({
        ...record,
        body: Buffer.from(record.body.buffer, record.body.byteOffset, record.body.length),
      }),
    decode: (data) => avroRecord.fromBuffer(Buffer.from(data.buffer, data.byteOffset, data.length)),
  },
];

const queue = { queueNum: 1, name: "document" };

export const documentContenders: readonly Contender<object>[] = [
  {
    name: OURS,
    encode(value) {
      const w = startArray(queue, value, 1);
      writeJson(w, value as JsonValue, "document");
      return finishWriting(w);
    },
    decode(data) {
      const r = startReadingArray(queue, data);
      const value = readJson(r, "document") as object;
      finishReadingArray(r);
      return value;
    },
  },
  {
    name: PEER,
    encode: (value) => packr.pack([value]),
    decode: (data) => packr.unpack(data)[0],
  },
  {
    name: "JSON",
    encode: (value) => Buffer.from(JSON.stringify(value)),
    decode: (data) => JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.length).toString()),
  },
];
