import { QueueError } from "../errors.js";
import { kindOf, refuseBytes, type WireQueue } from "./refusal.js";

const NOTHING = new Uint8Array();

export interface Reader {
  queue: WireQueue;
  bytes: Uint8Array;
  at: number;
  end: number;
  /** Positions of the payload's array that have not been read yet. */
  left: number;
}

/** Decoding calls nobody back, so one reader serves all. */
const reader: Reader = {
  queue: { queueNum: 0, name: "" },
  bytes: NOTHING,
  at: 0,
  end: 0,
  left: 0,
};

export function startReading(queue: WireQueue, data: Uint8Array): Reader {
  if (!(data instanceof Uint8Array))
    throw new QueueError(
      "INVALID_ARGUMENT",
      `queue ${queue.name}: a payload must be a Uint8Array, not ${kindOf(data)}`,
      { details: { queueNum: queue.queueNum, argument: "data" } },
    );
  reader.queue = queue;
  // A Buffer's `slice` does not copy, and one kind of array keeps V8's code for it simple.
  reader.bytes =
    data.constructor === Uint8Array
      ? data
      : new Uint8Array(data.buffer, data.byteOffset, data.length);
  reader.at = 0;
  reader.end = data.length;
  return reader;
}

/** Lets go of the bytes: the reader outlives them. */
export function stopReading(r: Reader): void {
  r.bytes = NOTHING;
}

export function refuse(r: Reader, field: string, offset: number, text: string): never {
  stopReading(r);
  refuseBytes(r.queue, field, offset, text);
}

/** Takes `size` bytes and returns where they begin; lengths are held against what is there. */
export function take(r: Reader, size: number, field: string): number {
  const { at } = r;
  if (size > r.end - at)
    refuse(r, field, at, `${size} bytes should follow, and ${r.end - at} are left`);
  r.at = at + size;
  return at;
}

/** A count is never believed beforehand: items are read one by one, and each has a byte at least. */
export function readItems<Item>(
  r: Reader,
  count: number,
  field: string,
  read: (r: Reader, field: string) => Item,
): Item[] {
  const items: Item[] = [];
  for (let left = count; left > 0; left--) items.push(read(r, field));
  return items;
}
