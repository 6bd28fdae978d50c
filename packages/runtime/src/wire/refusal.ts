import { QueueError } from "../errors.js";
import type { QueueNum } from "../storage.js";

/** The queue that errors name. */
export interface WireQueue {
  readonly queueNum: QueueNum;
  readonly name: string;
}

/** The field of errors that concern the payload as a whole. */
export const WHOLE = "(payload)";

/** A value that cannot be written. Never quotes it: errors end up in logs. */
export function refuseValue(queue: WireQueue, field: string, text: string): never {
  throw new QueueError("INVALID_ARGUMENT", `queue ${queue.name}, field ${field}: ${text}`, {
    details: { queueNum: queue.queueNum, field, argument: field },
  });
}

/** Bytes that are no payload of this queue. Never quotes them. */
export function refuseBytes(queue: WireQueue, field: string, offset: number, text: string): never {
  const where = `queue ${queue.name}, field ${field}, offset ${offset}`;
  throw new QueueError("DECODE", `${where}: ${text}`, {
    details: { queueNum: queue.queueNum, field, offset },
  });
}

/** What a value is, for people. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return classOf(value);
  return typeof value === "number" && !Number.isSafeInteger(value)
    ? numberKind(value)
    : `a ${typeof value}`;
}

/** By its prototype: what the object itself says of its class may be content. */
function classOf(value: object): string {
  const name: unknown = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === "string" && name !== "Object" ? `a ${name}` : "an object";
}

function numberKind(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return "an infinite number";
  return Number.isInteger(value) ? "an integer past 2^53 - 1" : "a number with a fraction";
}
