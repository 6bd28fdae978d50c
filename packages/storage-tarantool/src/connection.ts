import { type Logger, silentLogger } from "@queue/runtime";
import type { Address } from "./connection/address.js";
import { dialByIproto } from "./connection/iproto/iproto-wire.js";
import { Lane } from "./connection/lane.js";
import type { CallSettings } from "./connection/pending-call.js";
import { Servers } from "./connection/servers.js";
import type { Credentials, Dial } from "./connection/wire.js";

export type { Address } from "./connection/address.js";
export type { CallSettings } from "./connection/pending-call.js";

/** What the storage needs of a server: one call of a stored function, answered or failed. */
export interface Connection {
  /**
   * Calls `queue.<name>` and resolves to the one table it returns. Rejects with a `QueueError`: the
   * module's own errors by their token, `UNAVAILABLE` with `outcome` when the answer is not known.
   */
  call(name: string, args: readonly unknown[], settings?: CallSettings): Promise<unknown>;
  /** Ends every call that is under way with `CLOSED`, at once. */
  close(): Promise<void>;
}

export interface ConnectionOptions {
  /** One server, or several of which one at a time accepts writes. */
  readonly addresses: readonly Address[];
  readonly credentials?: Credentials;
  /** How long a call may take in all: until connected, sent and answered; 10 s by default. */
  readonly callTimeoutMs?: number;
  /** How long a server may take to accept a connection, the password and our version; 5 s by default. */
  readonly connectTimeoutMs?: number;
  /** How many calls may be under way at once; further ones wait. 128 by default. */
  readonly maxCallsInFlight?: number;
  /** How many bytes of payload may be under way at once; further calls wait. 64 MiB by default. */
  readonly maxBytesInFlight?: number;
  /** Hears of connections found and lost; silent by default. */
  readonly logger?: Logger;
  /** How servers are spoken to; by our own client if left out. `@queue/storage-tarantool/driver` has another. */
  readonly dial?: Dial;
}

const MIB = 1024 * 1024;
const WAITING = { callsWaiting: 10_000, bytesWaiting: 256 * MIB };
/** Long polls carry nothing; the module has its own cap on them. */
const LONG_POLLS = { callsInFlight: 10_000, bytesInFlight: MIB, ...WAITING };

/** Connects by itself with the first call, and again whenever it has to. */
export function openConnection(options: ConnectionOptions): Connection {
  const { addresses, credentials, callTimeoutMs = 10_000, connectTimeoutMs = 5_000 } = options;
  const { maxCallsInFlight = 128, maxBytesInFlight = 64 * MIB, logger = silentLogger } = options;
  const { dial = dialByIproto } = options;
  const servers = new Servers({ dial, addresses, credentials, connectTimeoutMs });
  const limits = { callsInFlight: maxCallsInFlight, bytesInFlight: maxBytesInFlight, ...WAITING };
  const calls = new Lane(servers, limits, logger);
  const longPolls = new Lane(servers, LONG_POLLS, logger);
  return {
    call(name, args, settings = {}) {
      const lane = settings.longPoll ? longPolls : calls;
      return lane.call(name, args, { ...settings, timeoutMs: settings.timeoutMs ?? callTimeoutMs });
    },
    async close() {
      await Promise.all([calls.close(), longPolls.close()]);
    },
  };
}
