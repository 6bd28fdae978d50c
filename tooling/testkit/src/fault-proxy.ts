import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { Listen } from "./launch.js";

/** Stands between a client and a server and does to their bytes what networks do. */
export interface FaultProxy {
  readonly address: { readonly host: string; readonly port: number };
  /** How many clients are connected. */
  readonly connections: number;
  /** How many have come so far. */
  readonly accepted: number;
  /** Breaks all connections. */
  cut(): void;
  /** Lets so many more bytes of replies through and then breaks the connection they came on. */
  cutRepliesAfter(bytes: number): void;
  /** Hands replies on in pieces of so many bytes, each an event of its own; 0: as they come. */
  fragmentReplies(bytes: number): void;
  /** Requests still reach the server, but its replies stay here until `false`. */
  holdReplies(held: boolean): void;
  /** Lets so many more bytes of replies through and then holds the rest. */
  holdRepliesAfter(bytes: number): void;
  /** Refuses connections from now on. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

export async function startFaultProxy(target: Listen): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  const faults: Faults = { bytesToCut: ALL, bytesToHold: ALL, pieceBytes: 0 };
  let refused = false;
  let accepted = 0;
  const server = createServer({ noDelay: true }, (client) => {
    client.on("error", () => {});
    if (refused) {
      client.destroy();
      return;
    }
    accepted++;
    const pair = new Pair(client, connect({ noDelay: true, ...target }), faults);
    pairs.add(pair);
    client.on("close", () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const pair of pairs) pair.cut();
  };
  return {
    address: { host: "127.0.0.1", port },
    get connections() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    cut,
    cutRepliesAfter(bytes) {
      faults.bytesToCut = bytes;
    },
    fragmentReplies(bytes) {
      faults.pieceBytes = bytes;
    },
    holdReplies(held) {
      faults.bytesToHold = held ? 0 : ALL;
      for (const pair of pairs) pair.send();
    },
    holdRepliesAfter(bytes) {
      faults.bytesToHold = bytes;
    },
    refuse(now) {
      refused = now;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

const ALL = Number.POSITIVE_INFINITY;

/** How many more bytes of replies go through before something happens to them. */
interface Faults {
  bytesToCut: number;
  bytesToHold: number;
  pieceBytes: number;
}

class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #faults: Faults;
  readonly #waiting: Buffer[] = [];
  #sending = false;

  constructor(client: Socket, server: Socket, faults: Faults) {
    this.#client = client;
    this.#server = server;
    this.#faults = faults;
    server.on("error", () => client.destroy());
    server.on("close", () => client.destroy());
    client.on("close", () => server.destroy());
    client.pipe(server);
    server.on("data", (data: Buffer) => {
      this.#waiting.push(data);
      this.send();
    });
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  /** Hands on what may go on. */
  send(): void {
    if (this.#sending) return;
    this.#sending = true;
    void this.#sendPieces().finally(() => {
      this.#sending = false;
    });
  }

  async #sendPieces(): Promise<void> {
    const faults = this.#faults;
    for (;;) {
      const first = this.#waiting.shift();
      if (first === undefined) return;
      const { bytesToCut, bytesToHold, pieceBytes } = faults;
      const bytes = Math.min(bytesToCut, bytesToHold, pieceBytes || ALL, first.length);
      const piece = first.subarray(0, bytes);
      if (bytes < first.length) this.#waiting.unshift(first.subarray(bytes));
      faults.bytesToCut -= bytes;
      faults.bytesToHold -= bytes;
      if (bytes > 0) this.#client.write(piece);
      if (faults.bytesToCut === 0) {
        faults.bytesToCut = ALL; // one cut, then all is well again
        // After what was let through has gone out: `destroy` at once would take it along.
        this.#client.end(() => this.cut());
        return;
      }
      if (faults.bytesToHold === 0) return;
      // A turn of the loop between two pieces: otherwise the kernel would join them again.
      if (pieceBytes > 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
