import type { FieldContent, Payload } from "@queue/runtime/wire";
import { Packr } from "msgpackr";
import type { Field, QueueContract } from "../../src/contract/contract.js";

/** msgpackr, which knows nothing of contracts: what both sides agree on is msgpack. */
const msgpackr = new Packr({ useRecords: false, variableMapSize: true, mapsAsObjects: true });

/** Writes a payload by msgpackr. Its undefined is an extension type; absent is nil here. */
export function encodeByWitness(queue: QueueContract, payload: Payload): Uint8Array {
  const values: unknown[] = Array(positionsOf(queue)).fill(null);
  for (const field of queue.fields) {
    const value = payload[field.property];
    values[field.position] = value instanceof Date ? value.getTime() : (value ?? null);
  }
  return msgpackr.pack(values);
}

/** Reads a payload by msgpackr, and gives numbers the type that the contract says. */
export function decodeByWitness(queue: QueueContract, data: Uint8Array): Payload {
  const values = msgpackr.unpack(data) as readonly unknown[];
  return Object.fromEntries(
    queue.fields.map((field) => [field.property, typed(field, values[field.position])]),
  );
}

export function positionsOf({ fields, reservedPositions }: QueueContract): number {
  return 1 + Math.max(...reservedPositions, ...fields.map(({ position }) => position));
}

function typed({ type }: Field, value: unknown): FieldContent | undefined {
  if (type === "json") return plainJson(value);
  if (value === null) return undefined;
  switch (type) {
    case "int":
    case "float64":
      return Number(value);
    case "int64":
      return BigInt(value as number);
    case "timestamp":
      return new Date(Number(value));
    case "[]byte":
      return Uint8Array.from(value as Uint8Array);
    case "[]int":
      return (value as (number | bigint)[]).map(Number);
    case "[]int64":
      return (value as (number | bigint)[]).map(BigInt);
    default:
      return value as FieldContent;
  }
}

/** msgpackr gives a bigint for every integer of 64 bits, also where a number holds it. */
function plainJson(value: unknown): FieldContent {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plainJson) as FieldContent;
  if (typeof value !== "object" || value === null) return value as FieldContent;
  const members = Object.entries(value).map(([key, member]) => [key, plainJson(member)]);
  return Object.fromEntries(members);
}
