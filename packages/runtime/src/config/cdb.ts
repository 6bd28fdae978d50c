/**
 * A reader of D. J. Bernstein's constant database. The file is a header of 256 hash tables
 * (position, number of slots), the records (key length, data length, key, data), then the tables
 * (hash of the key, position of the record; position 0 is an empty slot). Numbers are 32 bits, little
 * endian.
 */

const TABLES = 256;
const PAIR_BYTES = 8;
const HEADER_BYTES = TABLES * PAIR_BYTES;

export interface CdbRecord {
  readonly key: Buffer;
  readonly data: Buffer;
}

/** Why the bytes are no cdb; whoever knows the file's name makes a QueueError of it. */
export interface CdbDamage {
  readonly damage: string;
}

/**
 * All records, in the order of the file. They are found by the tables, so the hash in a slot vouches
 * for its key. The parts have to fill the file exactly: that refuses files cut short and files whose
 * header, which writers fill in last, is still empty; and it bounds the work on a hostile file.
 */
export function readCdb(file: Buffer): readonly CdbRecord[] | CdbDamage {
  if (file.length < HEADER_BYTES) return { damage: "it is shorter than a cdb header" };
  const records = new Map<number, CdbRecord>();
  let accounted = HEADER_BYTES;
  for (let table = 0; table < TABLES; table++) {
    const start = file.readUInt32LE(table * PAIR_BYTES);
    const bytes = file.readUInt32LE(table * PAIR_BYTES + 4) * PAIR_BYTES;
    accounted += bytes;
    if (bytes > 0 && (start < HEADER_BYTES || start + bytes > file.length))
      return { damage: `hash table ${table} lies outside of it` };
    if (accounted > file.length) return { damage: "its hash tables overlap" };
    for (let slot = start; slot < start + bytes; slot += PAIR_BYTES) {
      const position = file.readUInt32LE(slot + 4);
      if (position === 0) continue;
      const record = recordAt(file, position);
      if (record === undefined) return { damage: `the record at ${position} lies outside of it` };
      accounted += PAIR_BYTES + record.key.length + record.data.length;
      if (accounted > file.length) return { damage: "its records overlap" };
      const hash = cdbHash(record.key);
      if (hash !== file.readUInt32LE(slot) || hash % TABLES !== table)
        return { damage: `the key of the record at ${position} does not match its hash` };
      records.set(position, record);
    }
  }
  if (accounted !== file.length)
    return { damage: `its parts add up to ${accounted} of ${file.length} bytes` };
  return [...records].sort(([a], [b]) => a - b).map(([, record]) => record);
}

function recordAt(file: Buffer, position: number): CdbRecord | undefined {
  const keyStart = position + PAIR_BYTES;
  if (position < HEADER_BYTES || keyStart > file.length) return undefined;
  const dataStart = keyStart + file.readUInt32LE(position);
  const end = dataStart + file.readUInt32LE(position + 4);
  if (end > file.length) return undefined;
  return { key: file.subarray(keyStart, dataStart), data: file.subarray(dataStart, end) };
}

function cdbHash(key: Buffer): number {
  let hash = 5381;
  for (const byte of key) hash = (((hash << 5) + hash) ^ byte) >>> 0;
  return hash;
}
