/**
 * MessagePack as servers send it. Bytes are views of the packet. Integers come back as numbers: exact below
 * 2^53, and nothing of ours is above. Maps become objects; extensions, which we do not use, their bytes.
 */
export class MsgpackReader {
  #buffer: Buffer = Buffer.alloc(0);
  #at = 0;

  begin(buffer: Buffer, at: number): void {
    this.#buffer = buffer;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  read(): unknown {
    const type = this.#buffer[this.#at++] as number;
    if (type < 0x80) return type;
    if (type < 0x90) return this.#map(type & 0x0f);
    if (type < 0xa0) return this.#array(type & 0x0f);
    if (type < 0xc0) return this.#text(type & 0x1f);
    if (type >= 0xe0) return type - 0x100;
    return this.#typed(type);
  }

  #typed(type: number): unknown {
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xc4:
        return this.#bytes(this.#uint(1));
      case 0xc5:
        return this.#bytes(this.#uint(2));
      case 0xc6:
        return this.#bytes(this.#uint(4));
      case 0xc7:
        return this.#extension(this.#uint(1));
      case 0xc8:
        return this.#extension(this.#uint(2));
      case 0xc9:
        return this.#extension(this.#uint(4));
      case 0xca:
        return this.#buffer.readFloatBE(this.#skip(4));
      case 0xcb:
        return this.#buffer.readDoubleBE(this.#skip(8));
      case 0xcc:
        return this.#uint(1);
      case 0xcd:
        return this.#uint(2);
      case 0xce:
        return this.#uint(4);
      case 0xcf:
        return this.#uint(4) * 0x1_0000_0000 + this.#uint(4);
      case 0xd0:
        return this.#buffer.readInt8(this.#skip(1));
      case 0xd1:
        return this.#buffer.readInt16BE(this.#skip(2));
      case 0xd2:
        return this.#buffer.readInt32BE(this.#skip(4));
      case 0xd3:
        return this.#buffer.readInt32BE(this.#skip(4)) * 0x1_0000_0000 + this.#uint(4);
      case 0xd9:
        return this.#text(this.#uint(1));
      case 0xda:
        return this.#text(this.#uint(2));
      case 0xdb:
        return this.#text(this.#uint(4));
      case 0xdc:
        return this.#array(this.#uint(2));
      case 0xdd:
        return this.#array(this.#uint(4));
      case 0xde:
        return this.#map(this.#uint(2));
      case 0xdf:
        return this.#map(this.#uint(4));
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#extension(1 << (type - 0xd4));
      default:
        throw new RangeError("the server's answer is not MessagePack");
    }
  }

  #array(length: number): unknown[] {
    const values: unknown[] = [];
    for (let index = 0; index < length; index++) values.push(this.read());
    return values;
  }

  #map(size: number): Record<string | number, unknown> {
    const map: Record<string | number, unknown> = {};
    for (let index = 0; index < size; index++) {
      const key = this.read() as string | number;
      map[key] = this.read();
    }
    return map;
  }

  #text(length: number): string {
    const from = this.#skip(length);
    return this.#buffer.toString("utf8", from, this.#at);
  }

  #bytes(length: number): Uint8Array {
    const from = this.#skip(length);
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset + from, length);
  }

  #extension(length: number): Uint8Array {
    this.#skip(1);
    return this.#bytes(length);
  }

  #uint(bytes: 1 | 2 | 4): number {
    const from = this.#skip(bytes);
    if (bytes === 1) return this.#buffer[from] as number;
    return bytes === 2 ? this.#buffer.readUInt16BE(from) : this.#buffer.readUInt32BE(from);
  }

  #skip(bytes: number): number {
    const from = this.#at;
    this.#at = from + bytes;
    if (this.#at > this.#buffer.length) throw new RangeError("the server's answer is cut short");
    return from;
  }
}
