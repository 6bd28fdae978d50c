const GREETING_BYTES = 128;
const GREETING = "Tarantool ";
/** 0xce and four bytes: the length of the packet that follows. */
const LENGTH_BYTES = 5;
const UINT32 = 0xce;
/** Far above the longest answer (a page of 8 MiB): such a length is not a length. */
const MAX_PACKET_BYTES = 1024 ** 3;

/**
 * Turns what a socket delivers into whole frames: the greeting, and then runs of complete packets. A
 * packet that comes in many pieces is put together once, when its last piece is there.
 */
export class WholeFrames {
  #pieces: Buffer[] = [];
  #bytes = 0;
  #needed = GREETING_BYTES;
  #greeted = false;

  /** What has become whole by this piece. Throws if this is not the protocol. */
  add(piece: Buffer): readonly Buffer[] {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes < this.#needed) return [];
    const all = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#bytes);
    if (this.#greeted) return this.#packets(all);
    const greeting = all.subarray(0, GREETING_BYTES);
    if (!greeting.toString("latin1").startsWith(GREETING))
      throw new Error("what answers there is not Tarantool");
    this.#greeted = true;
    return [greeting, ...this.#packets(all.subarray(GREETING_BYTES))];
  }

  #packets(all: Buffer): readonly Buffer[] {
    let end = 0;
    let needed = LENGTH_BYTES;
    while (end + LENGTH_BYTES <= all.length) {
      const size = all.readUInt32BE(end + 1);
      if (all[end] !== UINT32 || size > MAX_PACKET_BYTES)
        throw new Error("the server's answer is not a packet of Tarantool's protocol");
      needed = LENGTH_BYTES + size;
      if (end + needed > all.length) break;
      end += needed;
      needed = LENGTH_BYTES;
    }
    const rest = all.subarray(end);
    this.#pieces = rest.length > 0 ? [rest] : [];
    this.#bytes = rest.length;
    this.#needed = needed;
    return end > 0 ? [all.subarray(0, end)] : [];
  }
}
