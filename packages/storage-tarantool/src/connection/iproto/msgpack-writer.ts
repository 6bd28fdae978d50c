const FIRST_BYTES = 16 * 1024;
/** A buffer grown by one huge call is not kept. */
const KEPT_BYTES = 1024 * 1024;
/** Up to here a loop over the characters beats a call into the engine. */
const SHORT_TEXT = 24;

/**
 * MessagePack for arguments: null, booleans, numbers, texts, bytes and arrays of them.
 *
 * Whole numbers above 2^32 travel as doubles, which is exact below 2^53: Tarantool gives 64-bit integers to
 * Lua as boxed values, which are no keys of tables and do arithmetic modulo 2^64. Negative zero travels as 0:
 * unsigned fields refuse doubles.
 */
export class MsgpackWriter {
  #buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #at = 0;

  /** Starts anew behind a copy of `head`. */
  begin(head: Buffer): void {
    if (this.#buffer.length > KEPT_BYTES) this.#buffer = Buffer.allocUnsafe(FIRST_BYTES);
    this.#at = 0;
    this.#reserve(head.length);
    this.#at += head.copy(this.#buffer);
  }

  /** A copy of what has been written since `begin`. */
  taken(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#at));
  }

  write(value: unknown): void {
    switch (typeof value) {
      case "number":
        this.#number(value);
        return;
      case "string":
        this.#text(value);
        return;
      case "boolean":
        this.#byte(value ? 0xc3 : 0xc2);
        return;
      case "undefined":
        this.#byte(0xc0);
        return;
      case "object":
        if (value === null) this.#byte(0xc0);
        else if (Array.isArray(value)) this.#array(value);
        else if (value instanceof Uint8Array) this.#bytes(value);
        else throw new TypeError("only plain values, bytes and arrays can be sent");
        return;
      default:
        throw new TypeError(`a ${typeof value} cannot be sent`);
    }
  }

  #array(values: readonly unknown[]): void {
    const { length } = values;
    this.#head(length, 0x90, 16, 0xdc);
    for (let index = 0; index < length; index++) this.write(values[index]);
  }

  #bytes(bytes: Uint8Array): void {
    const { length } = bytes;
    this.#reserve(5 + length);
    if (length < 0x100) {
      this.#buffer[this.#at++] = 0xc4;
      this.#buffer[this.#at++] = length;
    } else this.#head(length, 0, 0, 0xc5);
    this.#buffer.set(bytes, this.#at);
    this.#at += length;
  }

  #text(text: string): void {
    const { length } = text;
    if (length <= SHORT_TEXT && this.#shortAscii(text)) return;
    const bytes = Buffer.byteLength(text);
    this.#reserve(5 + bytes);
    if (bytes >= 32 && bytes < 0x100) {
      this.#buffer[this.#at++] = 0xd9;
      this.#buffer[this.#at++] = bytes;
    } else this.#head(bytes, 0xa0, 32, 0xda);
    this.#at += this.#buffer.write(text, this.#at);
  }

  #shortAscii(text: string): boolean {
    this.#reserve(1 + SHORT_TEXT);
    const buffer = this.#buffer;
    let at = this.#at;
    buffer[at++] = 0xa0 + text.length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) return false;
      buffer[at++] = code;
    }
    this.#at = at;
    return true;
  }

  /** A length: in the type's byte itself, or in two or four bytes behind it. */
  #head(length: number, fix: number, fixes: number, wide: number): void {
    this.#reserve(5);
    const buffer = this.#buffer;
    if (length < fixes) buffer[this.#at++] = fix + length;
    else if (length < 0x1_0000) {
      buffer[this.#at++] = wide;
      this.#at = buffer.writeUInt16BE(length, this.#at);
    } else {
      buffer[this.#at++] = wide + 1;
      this.#at = buffer.writeUInt32BE(length, this.#at);
    }
  }

  #number(value: number): void {
    this.#reserve(9);
    const buffer = this.#buffer;
    if (value >>> 0 === value) {
      if (value < 0x80) buffer[this.#at++] = value;
      else if (value < 0x100) {
        buffer[this.#at++] = 0xcc;
        buffer[this.#at++] = value;
      } else if (value < 0x1_0000) {
        buffer[this.#at++] = 0xcd;
        this.#at = buffer.writeUInt16BE(value, this.#at);
      } else {
        buffer[this.#at++] = 0xce;
        this.#at = buffer.writeUInt32BE(value, this.#at);
      }
    } else if (value >> 0 === value) {
      buffer[this.#at++] = 0xd2;
      this.#at = buffer.writeInt32BE(value, this.#at);
    } else {
      buffer[this.#at++] = 0xcb;
      this.#at = buffer.writeDoubleBE(value, this.#at);
    }
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#at++] = byte;
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}
