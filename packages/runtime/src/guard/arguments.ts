import { QueueError, type QueueErrorDetails } from "../errors.js";
import { LIMITS } from "../limits.js";

/**
 * Where in a list an argument stands. One object serves a whole list: the full name of an argument
 * is only put together when it is refused, which keeps checking cheap.
 */
export interface Place {
  readonly list: string;
  i: number;
}

/** Refuses an argument: says which, what it was, and what it should have been. */
export function refuse(
  field: string,
  complaint: string,
  place?: Place,
  details?: QueueErrorDetails,
): never {
  const argument = nameOf(field, place);
  throw new QueueError("INVALID_ARGUMENT", `${argument} ${complaint}`, {
    details: { argument, ...details },
  });
}

function nameOf(field: string, place: Place | undefined): string {
  if (place === undefined) return field;
  return `${place.list}[${place.i}]${field === "" ? "" : `.${field}`}`;
}

/** A value as a person would recognise it in a message. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 40));
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value === "function") return "a function";
  return String(value);
}

export function checkInteger(
  value: number,
  field: string,
  min: number,
  max: number,
  place?: Place,
): void {
  if (!Number.isSafeInteger(value) || value < min || value > max)
    refuse(field, `must be an integer from ${min} to ${max}, not ${show(value)}`, place);
}

export function checkQueueNum(value: number, place?: Place, field = "queueNum"): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= LIMITS.queueNum) return;
  const allowed = `must be an integer from 1 to ${LIMITS.queueNum}`;
  refuse(field, `${allowed}, not ${show(value)}; take it from the queue's contract`, place);
}

export function checkQueueNums(values: readonly number[]): void {
  checkList(values, "queueNums");
  const place: Place = { list: "queueNums", i: 0 };
  for (; place.i < values.length; place.i++) checkQueueNum(values[place.i] as number, place, "");
}

export function checkCount(value: number, field: string): void {
  checkInteger(value, field, 1, LIMITS.entries);
}

/** Whole milliseconds, rounded up: never early. */
export function checkedDuration(value: number, field: string, minMs: 0 | 1, place?: Place): number {
  if (typeof value !== "number" || !(value >= 0) || value > LIMITS.durationMs)
    refuse(field, `must be milliseconds, from ${minMs} to 100 years, not ${show(value)}`, place);
  const wholeMs = Math.ceil(value);
  if (wholeMs < minMs) refuse(field, `must be more than 0 ms, not ${show(value)}`, place);
  return wholeMs;
}

export function checkDate(value: Date, field: string, place?: Place): void {
  const ms = value instanceof Date ? value.getTime() : Number.NaN;
  if (!(ms >= 0 && ms <= LIMITS.timeMs))
    refuse(field, `must be a Date between the years 1970 and 9999, not ${show(value)}`, place);
}

export function checkText(value: string, field: string, place?: Place): void {
  if (typeof value !== "string") refuse(field, `must be a string, not ${show(value)}`, place);
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Text that has a UTF-8: half a surrogate pair has none, and two such names would become one. */
export function checkWellFormed(value: string, field: string, place?: Place): void {
  checkText(value, field, place);
  if (LONE_SURROGATE.test(value))
    refuse(field, "must be well-formed text; it has half a surrogate pair", place);
}

/** Replaces half surrogate pairs, where to refuse them would do more harm. */
export function wellFormed(text: string): string {
  return LONE_SURROGATE.test(text) ? Buffer.from(text).toString() : text;
}

/** Keys, put ids and record keys. */
export function checkName(value: string, field: string, place?: Place): void {
  checkWellFormed(value, field, place);
  if (value === "") refuse(field, "must not be empty; leave it out instead", place);
  if (value.length * 3 <= LIMITS.nameBytes) return;
  const size = Buffer.byteLength(value);
  const limit = LIMITS.nameBytes;
  if (size > limit)
    refuse(field, `has ${size} bytes of UTF-8; the limit is ${limit}`, place, { size, limit });
}

export function checkList<T>(value: readonly T[], field: string): void {
  if (!Array.isArray(value)) refuse(field, `must be an array, not ${show(value)}`);
  if (value.length > LIMITS.entries)
    refuse(field, `has ${value.length} entries; one call takes at most ${LIMITS.entries}`);
}

export function checkNames(values: readonly string[], field: string): void {
  checkList(values, field);
  const place: Place = { list: field, i: 0 };
  for (; place.i < values.length; place.i++) checkName(values[place.i] as string, "", place);
}

export function checkObject(value: object, field: string, place?: Place): void {
  if (typeof value !== "object" || value === null)
    refuse(field, `must be an object, not ${show(value)}`, place);
}

/** `which` says what function would be right. */
export function checkFunction(value: unknown, field: string, which: string): void {
  if (typeof value !== "function") refuse(field, `must be a function ${which}, not ${show(value)}`);
}

/** A misspelt option is a bug that would otherwise stay silent. */
export function checkOptions(
  value: object,
  field: string,
  known: ReadonlySet<string>,
  place?: Place,
): void {
  checkObject(value, field, place);
  for (const key in value) {
    if (!known.has(key))
      refuse(field, `has no option ${show(key)}; known are ${[...known].join(", ")}`, place);
  }
}

/** Bytes of at most `limit`; returns how many. */
export function checkBytes(value: Uint8Array, field: string, limit: number, place?: Place): number {
  if (!(value instanceof Uint8Array))
    refuse(field, `must be a Uint8Array, not ${show(value)}; encode it first`, place);
  if (value.byteLength === 0 && isDetached(value))
    refuse(field, "has no bytes any more: its buffer was transferred; put it before", place);
  if (value.byteLength > limit) tooLarge(nameOf(field, place), value.byteLength, limit);
  return value.byteLength;
}

function isDetached({ buffer }: Uint8Array): boolean {
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** An AbortSignal, whoever made it: what is called of one is there. */
export function checkSignal(value: AbortSignal): void {
  if (typeof value?.throwIfAborted !== "function" || typeof value.addEventListener !== "function")
    refuse("signal", `must be an AbortSignal, not ${show(value)}; an AbortController has one`);
}

/** All payloads of one call together. */
export function checkCallBytes(size: number, field: string): void {
  if (size > LIMITS.callBytes) tooLarge(`${field} together`, size, LIMITS.callBytes);
}

function tooLarge(what: string, size: number, limit: number): never {
  throw new QueueError(
    "PAYLOAD_TOO_LARGE",
    `${what}: ${size} bytes, the limit is ${limit}; keep the bytes elsewhere and put a reference, or split the call`,
    { details: { size, limit } },
  );
}
