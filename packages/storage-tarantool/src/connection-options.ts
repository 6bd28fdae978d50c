import { QueueError } from "@queue/runtime";
import type { Address } from "./connection/address.js";
import type { ConnectionOptions } from "./connection.js";

/** Where the server is: one address, or several of which one at a time accepts writes. */
export type ServerAddress =
  | {
      readonly host?: string;
      readonly port?: number;
      readonly path?: never;
      readonly addresses?: never;
    }
  | {
      readonly path: string;
      readonly host?: never;
      readonly port?: never;
      readonly addresses?: never;
    }
  | {
      readonly addresses: readonly Address[];
      readonly host?: never;
      readonly port?: never;
      readonly path?: never;
    };

/** What one can choose about the connection to Tarantool. */
export type TarantoolConnectionOptions = ServerAddress &
  Omit<ConnectionOptions, "addresses" | "credentials"> & {
    /** Without it, the guest's rights apply, which the module gives none. */
    readonly user?: string;
    readonly password?: string;
  };

export const CONNECTION_OPTION_NAMES: readonly string[] = [
  "host",
  "port",
  "path",
  "addresses",
  "user",
  "password",
  "callTimeoutMs",
  "connectTimeoutMs",
  "maxCallsInFlight",
  "maxBytesInFlight",
  "logger",
  "dial",
];

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 3301;
/** What a timer of Node's can wait for. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Refuses bad options with a sentence, and finds the addresses. */
export function checkedConnectionOptions(options: TarantoolConnectionOptions): ConnectionOptions {
  const { callTimeoutMs, connectTimeoutMs, maxCallsInFlight, maxBytesInFlight, logger, dial } =
    options;
  checkRange(callTimeoutMs, "callTimeoutMs", MAX_TIMEOUT_MS);
  checkRange(connectTimeoutMs, "connectTimeoutMs", MAX_TIMEOUT_MS);
  checkRange(maxCallsInFlight, "maxCallsInFlight", Number.MAX_SAFE_INTEGER);
  checkRange(maxBytesInFlight, "maxBytesInFlight", Number.MAX_SAFE_INTEGER);
  if (dial !== undefined && typeof dial !== "function") refuse("dial", "must be a function");
  const credentials = checkedCredentials(options);
  return {
    addresses: checkedAddresses(options),
    ...(credentials && { credentials }),
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
    ...(connectTimeoutMs !== undefined && { connectTimeoutMs }),
    ...(maxCallsInFlight !== undefined && { maxCallsInFlight }),
    ...(maxBytesInFlight !== undefined && { maxBytesInFlight }),
    ...(logger && { logger }),
    ...(dial && { dial }),
  };
}

function checkedAddresses(options: TarantoolConnectionOptions): readonly Address[] {
  const { addresses, host, port, path } = options;
  if (addresses === undefined) return [checkedAddress({ host, port, path }, "")];
  if (host !== undefined || port !== undefined || path !== undefined)
    refuse("addresses", "stands alone: leave out host, port and path");
  if (!Array.isArray(addresses) || addresses.length === 0)
    refuse("addresses", "must be a list of at least one { host, port } or { path }");
  return addresses.map((address, index) => checkedAddress(address ?? {}, `addresses[${index}].`));
}

interface LooseAddress {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly path?: string | undefined;
}

function checkedAddress({ host, port, path }: LooseAddress, where: string): Address {
  if (path !== undefined) {
    if (host !== undefined || port !== undefined)
      refuse(`${where}path`, "is a unix socket: leave out host and port");
    checkText(path, `${where}path`);
    return { path };
  }
  if (host !== undefined) checkText(host, `${where}host`);
  checkRange(port, `${where}port`, 65_535);
  return { host: host ?? DEFAULT_HOST, port: port ?? DEFAULT_PORT };
}

function checkedCredentials({ user, password }: TarantoolConnectionOptions) {
  if (user === undefined && password === undefined) return undefined;
  if (user === undefined) refuse("password", "needs a user");
  if (password === undefined) refuse("user", "needs a password");
  checkText(user, "user");
  // Not shown, whatever it is.
  if (typeof password !== "string" || password === "")
    refuse("password", "must be a text that is not empty");
  return { user, password };
}

function checkText(value: unknown, argument: string): void {
  if (typeof value !== "string" || value === "")
    refuse(argument, `must be a text that is not empty, not ${JSON.stringify(value)}`);
}

function checkRange(value: unknown, argument: string, max: number): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || (value as number) < 1 || (value as number) > max)
    refuse(argument, `must be a whole number from 1 to ${max}, not ${String(value)}`);
}

function refuse(argument: string, complaint: string): never {
  throw new QueueError("INVALID_ARGUMENT", `${argument} ${complaint}`, { details: { argument } });
}
