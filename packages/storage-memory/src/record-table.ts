import { LIMITS, type StoredRecord } from "@queue/runtime";
import { OrderedSet } from "./ordered-set.js";

interface Key {
  readonly key: string;
}

interface RecordRow extends Key {
  version: number;
  value: Uint8Array;
}

/** The records: small versioned values, in the order of their keys. */
export class RecordTable {
  readonly #rows = new Map<string, RecordRow>();
  readonly #order = new OrderedSet<Key, RecordRow>((a, b) => compareUtf8(a.key, b.key));

  /** 0 when there is none. */
  version(key: string): number {
    return this.#rows.get(key)?.version ?? 0;
  }

  get(key: string): StoredRecord | undefined {
    const row = this.#rows.get(key);
    return row === undefined ? undefined : toRecord(row);
  }

  list(prefix: string, after: string | undefined, limit: number): StoredRecord[] {
    const records: StoredRecord[] = [];
    let bytes = 0;
    const visit = (row: RecordRow): boolean => {
      if (!row.key.startsWith(prefix)) return false;
      bytes += row.value.byteLength;
      if (records.length === limit || (bytes > LIMITS.pageBytes && records.length > 0))
        return false;
      records.push(toRecord(row));
      return true;
    };
    const fromPrefix = after === undefined || compareUtf8(after, prefix) < 0;
    // A scan begins above its position, and a record may be called like the prefix itself.
    const first = fromPrefix ? this.#rows.get(prefix) : undefined;
    if (first !== undefined) visit(first);
    this.#order.scan({ key: fromPrefix ? prefix : after }, visit);
    return records;
  }

  set(key: string, value: Uint8Array): void {
    const row = this.#rows.get(key);
    if (row !== undefined) {
      row.version++;
      row.value = new Uint8Array(value);
      return;
    }
    const created = { key, version: 1, value: new Uint8Array(value) };
    this.#rows.set(key, created);
    this.#order.add(created);
  }

  delete(key: string): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#rows.delete(key);
    this.#order.delete(row);
  }
}

function toRecord({ key, version, value }: RecordRow): StoredRecord {
  return { key, version, value: new Uint8Array(value) };
}

/**
 * The order of the UTF-8 bytes, in which servers sort. It differs from JavaScript's own only where
 * a surrogate (a character beyond U+FFFF) meets one from U+E000 to U+FFFF.
 */
function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codeUnitRank(x) - codeUnitRank(y);
  }
  return a.length - b.length;
}

const codeUnitRank = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
