import { fileURLToPath } from "node:url";
import { startTarantool, type TarantoolSetup } from "@queue/testkit/tarantool";
import { dialByDriver } from "../../src/connection/driver/driver-wire.js";
import { dialByIproto } from "../../src/connection/iproto/iproto-wire.js";
import { type Connection, type ConnectionOptions, openConnection } from "../../src/connection.js";

const STUB = fileURLToPath(new URL("stub.lua", import.meta.url));

/** A server whose `queue` only serves tests of the connection; see stub.lua. */
export function startStub(setup: TarantoolSetup = {}) {
  return startTarantool({ script: STUB, ...setup });
}

export const credentials = { user: "tester", password: "pass:word@1" };

/** What is true of a connection is true with either client. */
export const WIRES = [
  { wire: "our own client", dial: dialByIproto },
  { wire: "tarantool-driver", dial: dialByDriver },
] as const;

/** Connections that end with their test. */
export class Connections {
  readonly #open: Connection[] = [];

  open(options: ConnectionOptions): Connection {
    const connection = openConnection({ credentials, ...options });
    this.#open.push(connection);
    return connection;
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((connection) => connection.close()));
  }
}

/** What a call rejects with. */
export async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => Promise.reject(new Error(`it resolved to ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  );
}
