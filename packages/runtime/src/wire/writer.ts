import { markAsUntransferable } from "node:worker_threads";
import { kindOf, refuseValue, WHOLE, type WireQueue } from "./refusal.js";

/** As Node's own pool of buffers. A small payload keeps at most this much memory alive. */
const CHUNK_BYTES = 8 * 1024;
/** From here on a payload gets memory of its own: then the allocation is no longer what costs. */
const OWN_BYTES = CHUNK_BYTES / 4;
/** A scratch that grew beyond this is let go after the payload that needed it. */
const KEPT_BYTES = 256 * 1024;

/**
 * Small payloads are written one behind the other into a chunk and handed out as views of it:
 * allocating memory for each costs more than writing it. Bytes that were handed out are never written
 * again. A payload that outgrows a chunk is written into a scratch and handed out as a copy.
 */
export interface Writer {
  queue: WireQueue;
  /** The chunk or the scratch. */
  bytes: Uint8Array;
  /** Where the present payload begins. */
  start: number;
  at: number;
  open: boolean;
  chunk: Uint8Array;
  /** Where the next payload in the chunk begins. */
  next: number;
  scratch: Uint8Array;
}

let writer = createWriter();

function createWriter(): Writer {
  const chunk = createChunk();
  return {
    queue: { queueNum: 0, name: "" },
    bytes: chunk,
    start: 0,
    at: 0,
    open: false,
    chunk,
    next: 0,
    scratch: new Uint8Array(),
  };
}

/** Moved to another thread with one payload, it would take the others along. */
function createChunk(): Uint8Array {
  const bytes = new Uint8Array(CHUNK_BYTES);
  markAsUntransferable(bytes.buffer);
  return bytes;
}

/**
 * Begins a payload. Encoding is synchronous, so one writer serves all; only a getter inside a payload
 * that encodes another one, or that throws, finds it open, and then a new one takes its place.
 */
export function startWriting(queue: WireQueue, payload: object): Writer {
  if (writer.open) writer = createWriter();
  const w = writer;
  w.queue = queue;
  if (typeof payload !== "object" || payload === null)
    refuseValue(queue, WHOLE, `must be an object, not ${kindOf(payload)}`);
  w.open = true;
  w.bytes = w.chunk;
  w.start = w.next;
  w.at = w.next;
  return w;
}

/** The payload as bytes that nobody else writes to. */
export function finishWriting(w: Writer): Uint8Array {
  const { bytes, start, at } = w;
  w.open = false;
  if (bytes === w.chunk && at - start < OWN_BYTES) {
    w.next = at;
    return new Uint8Array(bytes.buffer, start, at - start);
  }
  if (w.scratch.length > KEPT_BYTES) w.scratch = new Uint8Array();
  return bytes.slice(start, at);
}

/** Makes room for `size` more bytes and returns where they go. */
export function reserve(w: Writer, size: number): number {
  if (w.at + size > w.bytes.length) moveOn(w, size);
  return w.at;
}

/** To a new chunk or to the scratch, with what there is of the present payload. */
function moveOn(w: Writer, size: number): void {
  const { bytes, start, at } = w;
  const needed = at - start + size;
  if (needed <= CHUNK_BYTES && bytes === w.chunk) {
    w.chunk = createChunk();
    w.next = 0;
    w.bytes = w.chunk;
  } else {
    if (needed > w.scratch.length || bytes === w.scratch) w.scratch = new Uint8Array(2 * needed);
    w.bytes = w.scratch;
  }
  if (at > start) w.bytes.set(bytes.subarray(start, at));
  w.start = 0;
  w.at = at - start;
}

/** A value that cannot be written: the writer is free again. */
export function refuse(w: Writer, field: string, text: string): never {
  w.open = false;
  refuseValue(w.queue, field, text);
}
