/** A writer of constant databases, from the format's description and not from the reader's code. */
export function writeCdb(
  entries: readonly (readonly [key: string, data: string | Buffer])[],
): Buffer {
  const records: Buffer[] = [];
  const tables: { hash: number; position: number }[][] = Array.from({ length: 256 }, () => []);
  let position = 2048;
  for (const [key, data] of entries) {
    const keyBytes = Buffer.from(key);
    const dataBytes = typeof data === "string" ? Buffer.from(data) : data;
    const hash = hashOf(keyBytes);
    tables[hash & 255]?.push({ hash, position });
    const record = Buffer.concat([pair(keyBytes.length, dataBytes.length), keyBytes, dataBytes]);
    records.push(record);
    position += record.length;
  }
  const header: Buffer[] = [];
  const slots: Buffer[] = [];
  for (const table of tables) {
    const length = table.length * 2;
    header.push(pair(position, length));
    slots.push(tableBytes(table, length));
    position += length * 8;
  }
  return Buffer.concat([...header, ...records, ...slots]);
}

/** Open addressing: from the slot that the hash's upper bits name to the first free one. */
function tableBytes(table: readonly { hash: number; position: number }[], length: number): Buffer {
  const bytes = Buffer.alloc(length * 8);
  for (const { hash, position } of table) {
    let slot = (hash >>> 8) % length;
    while (bytes.readUInt32LE(slot * 8 + 4) !== 0) slot = (slot + 1) % length;
    pair(hash, position).copy(bytes, slot * 8);
  }
  return bytes;
}

/** 33 * hash xor byte, in 64 bits and cut, unlike the reader's 32-bit arithmetic. */
function hashOf(bytes: Buffer): number {
  let hash = 5381n;
  for (const byte of bytes) hash = ((hash * 33n) ^ BigInt(byte)) & 0xffff_ffffn;
  return Number(hash);
}

function pair(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(first, 0);
  bytes.writeUInt32LE(second, 4);
  return bytes;
}
