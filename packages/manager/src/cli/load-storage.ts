import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { FullStorage, Logger } from "@queue/runtime";
import { WrongUse } from "./output.js";

/** Finds a module; `import()` in the program, something simpler in tests. */
export type Load = (specifier: string) => Promise<Record<string, unknown>>;

export const STORAGE_HELP = `  memory:                                 in this process, to try it out
  tarantool://user:password@host:port     @queue/storage-tarantool, to be installed beside
  tarantool://user:password@/path.sock    the same by a unix socket
  ./storage.js                            a module of yours that exports createStorage()`;

/** Opens the storage that a text such as `tarantool://…` names. */
export async function loadStorage(text: string, load: Load, logger: Logger): Promise<FullStorage> {
  if (text === "memory:") {
    const { createMemoryStorage } = await load("@queue/storage-memory");
    return made(createMemoryStorage, undefined, text);
  }
  if (text.startsWith("tarantool:")) {
    const { createTarantoolStorage } = await load("@queue/storage-tarantool");
    return made(createTarantoolStorage, { ...tarantoolOptions(text), logger }, text);
  }
  if (/^\.{0,2}\/|\.m?js$/.test(text)) {
    const { createStorage } = await load(pathToFileURL(resolve(text)).href);
    return made(createStorage, undefined, text);
  }
  throw new WrongUse(
    `--storage "${withoutPassword(text)}" is unknown; there are:\n${STORAGE_HELP}`,
  );
}

async function made(
  create: unknown,
  options: object | undefined,
  text: string,
): Promise<FullStorage> {
  if (typeof create !== "function")
    throw new WrongUse(`${withoutPassword(text)} has no function that makes a storage.`);
  const storage = (await (options === undefined
    ? create()
    : create(options))) as Partial<FullStorage>;
  if (typeof storage?.getStat === "function" && typeof storage.commit === "function")
    return storage as FullStorage;
  throw new WrongUse(`What ${withoutPassword(text)} makes is not a full storage.`);
}

/** A socket has a path where others have a host, which the grammar of URLs does not know. */
const TARANTOOL =
  /^tarantool:\/\/(?:([^:@/]+)(?::([^@/]*))?@)?(?:(\/.+)|(\[[\da-f:.]+\]|[^:@/[\]]+)(?::(\d{1,5}))?\/?)$/i;

function tarantoolOptions(text: string) {
  const [found, user, password, path, host, port = "3301"] = TARANTOOL.exec(text) ?? [];
  if (found === undefined || Number(port) > 65_535) throw badTarantool();
  return {
    ...(path === undefined
      ? { host: host?.replace(/^\[|\]$/g, ""), port: Number(port) }
      : { path: plain(path) }),
    ...(user !== undefined && { user: plain(user) }),
    ...(password !== undefined && { password: plain(password) }),
  };
}

/** Without its %-escapes. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badTarantool();
  }
}

function badTarantool(): WrongUse {
  return new WrongUse(
    "--storage must be like tarantool://user:password@host:3301, or tarantool://user:password@/path/to/socket, " +
      "with %40 for @, %3A for : and %2F for / in the user and the password.",
  );
}

export function withoutPassword(text: string): string {
  return text.replace(/(:\/\/[^/:@]*):[^@]*@/, "$1:***@");
}

/** Beside this package, or else where the command was called. */
export const importModule: Load = async (specifier) => {
  try {
    return await import(specifier);
  } catch (error) {
    if (!isMissing(error) || specifier.startsWith("file:")) throw missing(specifier, error);
  }
  try {
    const found = createRequire(join(process.cwd(), "package.json")).resolve(specifier);
    return await import(pathToFileURL(found).href);
  } catch (error) {
    throw missing(specifier, error);
  }
};

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}

function missing(specifier: string, error: unknown): unknown {
  if (!isMissing(error)) return error;
  const advice = specifier.startsWith("file:") ? "" : `; install it: npm install ${specifier}`;
  return new WrongUse(`${specifier} is not there${advice}.`);
}
