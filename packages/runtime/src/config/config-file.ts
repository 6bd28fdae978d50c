import { resolve } from "node:path";
import { QueueError } from "../errors.js";
import { type Logger, silentLogger } from "../logger.js";
import type { ConfigSource } from "./config-source.js";
import { watchFile } from "./file-watch.js";
import { createLiveValues } from "./live-values.js";
import { stampedFile } from "./stamped-file.js";

export interface ConfigFileOptions {
  /** Hears when the file cannot be used, once per problem, and when it is good again. */
  readonly logger?: Logger;
  /** How often to look at the file in case the system reported no change; 1000 by default. */
  readonly recheckMs?: number;
}

export type ConfigFileStatus =
  | { readonly kind: "current" }
  /** The values are those of an earlier state of the file. */
  | { readonly kind: "stale"; readonly error: QueueError };

/** Settings in a file that is read again when it changes. */
export interface ConfigFile extends ConfigSource {
  status(): ConfigFileStatus;
  /** Ends the watching; `get` goes on answering with the last values. */
  close(): void;
}

/** The values of a file, by paths in the spelling of `configPath`. */
export type ConfigParser = (bytes: Buffer, file: string) => ReadonlyMap<string, string>;

/** Rejects if the file cannot be used now. Later the last good values stay. */
export async function openConfigFile(
  path: string,
  parser: ConfigParser,
  { logger = silentLogger, recheckMs = 1000 }: ConfigFileOptions = {},
): Promise<ConfigFile> {
  checkRecheck(recheckMs);
  const file = resolve(path); // the working directory may change
  const content = stampedFile(file);
  const parse = (bytes: Buffer) => parsed(parser, bytes, file);
  const live = createLiveValues(parse((await content.read(true)) ?? Buffer.alloc(0)), logger);
  let status: ConfigFileStatus = { kind: "current" };
  let closed = false;

  /** After the first successful read, so every failure leaves good values standing. */
  const look = async (sure: boolean) => {
    let next: ReadonlyMap<string, string>;
    try {
      const bytes = await content.read(sure);
      if (closed || bytes === undefined) return;
      next = parse(bytes);
    } catch (error) {
      if (!closed) status = complain(error as QueueError, status, file, logger);
      return;
    }
    if (status.kind === "stale") logger.info({ file }, "config file is good again");
    status = { kind: "current" };
    live.replace(next);
  };

  const unwatch = watchFile(file, { recheckMs, logger, look });
  return {
    get: live.get,
    subscribe: live.subscribe,
    status: () => status,
    close() {
      closed = true;
      unwatch();
    },
  };
}

/** One line per problem: an unusable file is looked at again and again. */
function complain(
  error: QueueError,
  before: ConfigFileStatus,
  file: string,
  logger: Logger,
): ConfigFileStatus {
  if (before.kind === "current" || before.error.message !== error.message)
    logger.warn({ file, err: error }, "config file unusable, last good values stay");
  return { kind: "stale", error };
}

/** Parsers meet whatever stands in the file: nesting too deep for the stack, for one. */
function parsed(parser: ConfigParser, bytes: Buffer, file: string): ReadonlyMap<string, string> {
  try {
    return parser(bytes, file);
  } catch (error) {
    if (error instanceof QueueError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new QueueError("CONFIG", `${file} cannot be understood: ${reason}`, { cause: error });
  }
}

function checkRecheck(ms: number): void {
  // Node turns a longer interval into one of a millisecond.
  if (!(ms >= 1 && ms < 2 ** 31))
    throw new QueueError("CONFIG", `recheckMs must be from 1 to 2147483647, not ${ms}`);
}
