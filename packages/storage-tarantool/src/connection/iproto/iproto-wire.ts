import { createHash } from "node:crypto";
import { connect, type Socket } from "node:net";
import { WholeFrames } from "../whole-frames.js";
import { type Credentials, type Dial, Refusal, type Wire } from "../wire.js";
import { MsgpackReader } from "./msgpack-reader.js";
import { MsgpackWriter } from "./msgpack-writer.js";
import { Replies, type Reply } from "./replies.js";

// Words of Tarantool's binary protocol.
const REQUEST_TYPE = 0x00;
const SYNC = 0x01;
const TUPLE = 0x21;
const FUNCTION_NAME = 0x22;
const USER_NAME = 0x23;
const DATA = 0x30;
const ERROR = 0x31;
const AUTH = 0x07;
const CALL = 0x0a;
const OK = 0x00;
/** What `box.session.push` sends; the answer is still to come. */
const CHUNK = 0x80;

const LENGTH_BYTES = 5;
const SALT = { from: 64, to: 108, bytes: 20 };

const writer = new MsgpackWriter();
const reader = new MsgpackReader();

/** A wire that speaks Tarantool's protocol by itself. */
export const dialByIproto: Dial = (address, credentials, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const wire = new IprotoWire(connect({ ...address, noDelay: true, keepAlive: true }));
    const onAbort = () => wire.end(signal.reason);
    signal.addEventListener("abort", onAbort);
    void wire.ended.then(reject).finally(() => signal.removeEventListener("abort", onAbort));
    wire.open(credentials, (answer) => {
      signal.removeEventListener("abort", onAbort);
      if (answer.kind === "result") resolve(wire);
      else wire.end(new Refusal(answer.message));
    });
  });

class IprotoWire implements Wire {
  readonly ended: Promise<Error>;
  readonly #socket: Socket;
  readonly #frames = new WholeFrames();
  readonly #replies = new Replies();
  /** Waits for the greeting, which comes first and once. */
  #greeted: ((salt: Buffer) => void) | undefined;
  #corked = false;
  #reason: Error | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", (error) => {
      this.#reason ??= error;
    });
    this.ended = new Promise((resolve) =>
      socket.once("close", () =>
        resolve(this.#reason ?? new Error("the server closed the connection")),
      ),
    );
    socket.once("connect", () => {
      // A port that nobody listens on may be given to the very socket that dials it.
      if (socket.localPort !== undefined && socket.localPort === socket.remotePort)
        this.end(new Error("nobody listens there"));
    });
    socket.on("data", (piece) => {
      try {
        for (const frame of this.#frames.add(piece)) this.#hear(frame);
      } catch (error) {
        this.end(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** Before the first byte can come: logs in after the greeting. */
  open(credentials: Credentials | undefined, reply: Reply): void {
    this.#greeted = (salt) => {
      if (credentials === undefined) reply({ kind: "result", value: undefined });
      else
        this.#request(AUTH, USER_NAME, credentials.user, proof(credentials.password, salt), reply);
    };
  }

  send(name: string, args: readonly unknown[], reply: Reply): void {
    this.#request(CALL, FUNCTION_NAME, name, args, reply);
  }

  end(reason: Error): void {
    this.#reason ??= reason;
    this.#replies.clear();
    this.#socket.destroy();
  }

  #request(type: number, nameKey: number, name: string, tuple: unknown, reply: Reply): void {
    writer.begin(headOf(type, nameKey, name));
    writer.write(tuple);
    const packet = writer.taken();
    packet.writeUInt32BE(packet.length - LENGTH_BYTES, 1);
    packet.writeUInt32BE(this.#replies.add(reply), SYNC_AT);
    this.#cork();
    this.#socket.write(packet);
  }

  /** What is sent in one turn goes out in one piece. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    this.#socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      this.#socket.uncork();
    });
  }

  #hear(frame: Buffer): void {
    const greeted = this.#greeted;
    if (greeted !== undefined) {
      this.#greeted = undefined;
      greeted(Buffer.from(frame.toString("latin1", SALT.from, SALT.to), "base64"));
      return;
    }
    for (let at = 0; at < frame.length; ) {
      const from = at + LENGTH_BYTES;
      at = from + frame.readUInt32BE(at + 1);
      reader.begin(frame, from);
      const header = reader.read() as Words;
      this.#answer(header, reader.at < at ? (reader.read() as Words) : {});
    }
  }

  #answer(header: Words, body: Words): void {
    const code = header[REQUEST_TYPE];
    if (code === CHUNK) return;
    const reply = this.#replies.take(header[SYNC] as number);
    if (code === OK) reply?.({ kind: "result", value: (body[DATA] as unknown[] | undefined)?.[0] });
    else reply?.({ kind: "refused", message: String(body[ERROR]) });
  }
}

type Words = Readonly<Record<number, unknown>>;

const SYNC_AT = 10;
const heads = new Map<string, Buffer>();

/** What comes before the arguments of a call of this function; its length and sync are written over it. */
function headOf(type: number, nameKey: number, name: string): Buffer {
  const known = heads.get(name);
  if (known !== undefined && type === CALL) return known;
  const head = Buffer.concat([
    Buffer.from([0xce, 0, 0, 0, 0]),
    Buffer.from([0x82, REQUEST_TYPE, type, SYNC, 0xce, 0, 0, 0, 0]),
    Buffer.from([0x82, nameKey]),
    encoded(name),
    Buffer.from([TUPLE]),
  ]);
  if (type === CALL) heads.set(name, head);
  return head;
}

function encoded(text: string): Buffer {
  writer.begin(Buffer.alloc(0));
  writer.write(text);
  return writer.taken();
}

/** CHAP by SHA-1: the password itself never travels. */
function proof(password: string, salt: Buffer): readonly unknown[] {
  const once = sha1(password);
  const mask = sha1(salt.subarray(0, SALT.bytes), sha1(once));
  return ["chap-sha1", Buffer.from(once.map((byte, index) => byte ^ (mask[index] as number)))];
}

function sha1(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
