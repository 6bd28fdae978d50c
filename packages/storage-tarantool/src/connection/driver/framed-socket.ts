import { EventEmitter } from "node:events";
import { connect, type Socket } from "node:net";
import type { Address } from "../address.js";
import { WholeFrames } from "../whole-frames.js";

/**
 * A socket as tarantool-driver can bear it. Its parser leaves the connected state while a packet or the
 * greeting is in pieces and then keeps new calls for ever, so it gets whole frames only; and what it
 * throws at a packet it does not know ends this socket, not the process.
 */
export class FramedSocket extends EventEmitter {
  readonly #socket: Socket;
  readonly #frames = new WholeFrames();

  constructor(address: Address) {
    super();
    this.on("error", () => {}); // the driver listens to the first one only
    this.#socket = connect({ ...address, noDelay: true, keepAlive: true });
    this.#socket.on("connect", () => this.emit("connect"));
    this.#socket.on("error", (error) => this.emit("error", error));
    this.#socket.on("close", () => this.emit("close"));
    this.#socket.on("data", (piece) => {
      try {
        for (const frame of this.#frames.add(piece)) this.emit("data", frame);
      } catch (error) {
        this.#socket.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  get writable(): boolean {
    return this.#socket.writable;
  }

  write(data: Buffer): boolean {
    return this.#socket.write(data);
  }

  end(): void {
    this.#socket.end();
  }

  destroy(error?: Error): void {
    this.#socket.destroy(error);
  }
}
