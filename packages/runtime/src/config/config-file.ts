import { resolve } from "node:path";
import { QueueError } from "../errors.js";
import { type Logger, silentLogger } from "../logger.js";
import type { ConfigSource } from "./config-source.js";
import { watchFile } from "./file-watch.js";
import { createLiveValues } from "./live-values.js";
import { type StampedFile, stampedFile } from "./stamped-file.js";

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
export type ConfigParser = (bytes: Buffer, file: string) => Values;

type Values = ReadonlyMap<string, string>;

/** Rejects if the file cannot be used now. Later the last good values stay. */
export async function openConfigFile(
  path: string,
  parse: ConfigParser,
  { logger = silentLogger, recheckMs = 1000 }: ConfigFileOptions = {},
): Promise<ConfigFile> {
  checkRecheck(recheckMs);
  const file = resolve(path); // the working directory may change
  const content = stampedFile(file);
  const first = await load(content, parse, file, true);
  if (first instanceof QueueError) throw first;
  const live = createLiveValues(first ?? new Map(), logger);
  let status: ConfigFileStatus = { kind: "current" };
  let closed = false;

  const look = async (sure: boolean) => {
    const next = await load(content, parse, file, sure);
    if (closed || next === undefined) return;
    if (next instanceof QueueError) {
      // One line per problem: an unusable file is looked at again and again.
      if (status.kind === "current" || status.error.message !== next.message)
        logger.warn({ file, err: next }, "config file unusable, last good values stay");
      status = { kind: "stale", error: next };
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

/** The values, the reason why there are none, or `undefined` if the file has not changed. */
async function load(
  content: StampedFile,
  parse: ConfigParser,
  file: string,
  sure: boolean,
): Promise<Values | QueueError | undefined> {
  try {
    const bytes = await content.read(sure);
    return bytes === undefined ? undefined : parse(bytes, file);
  } catch (error) {
    if (error instanceof QueueError) return error;
    // The file system's errors, and what parsers throw at nesting too deep for the stack.
    return new QueueError("CONFIG", `${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** Without the system call: a vanished file is one problem, whether stat or open met it first. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "syscall" in error ? error.message.replace(/, \w+( '.*)?$/s, "") : error.message;
}

function checkRecheck(ms: number): void {
  // Node turns a longer interval into one of a millisecond.
  if (!(ms >= 1 && ms < 2 ** 31))
    throw new QueueError("INVALID_ARGUMENT", `recheckMs must be from 1 to 2147483647, not ${ms}`);
}
