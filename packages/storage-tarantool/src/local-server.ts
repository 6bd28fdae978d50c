import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { QueueError } from "@queue/runtime";
import { type Address, nameOf } from "./connection/address.js";

export interface LocalServerOptions {
  /** Where its data live; made if absent. */
  readonly dir: string;
  /** 127.0.0.1:3301 by default; port 0 takes a free one. */
  readonly address?: Address;
  /** The environment it runs in: PATH finds `tarantool`, TARANTOOL_BIN names it. */
  readonly env: NodeJS.ProcessEnv;
  readonly user?: string;
  readonly password?: string;
  /** For tasks and indexes; 256 by default. */
  readonly memoryMb?: number;
  readonly walMode?: "write" | "fsync";
}

/** A Tarantool with the queue module, on this machine. It ends with this process. */
export interface LocalServer {
  readonly address: Address;
  readonly user: string;
  readonly password: string;
  readonly dir: string;
  readonly pid: number;
  /** Resolves when it has ended, by whatever cause, to what it said last. */
  readonly ended: Promise<string>;
  /** Ends it properly; its data stay. */
  stop(): Promise<void>;
}

const SERVER = fileURLToPath(new URL("../lua/local/server.lua", import.meta.url));
const STOP_WITHIN_MS = 10_000;
const LOG_CHARS = 4_000;

/** Starts one and resolves when it can be used. Rejects with `CONFIG` and a sentence when it cannot. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const { address = { host: "127.0.0.1", port: 3301 }, user = "queue" } = options;
  const { password = "queue" } = options;
  const dir = resolve(options.dir);
  const binary = options.env.TARANTOOL_BIN ?? "tarantool";
  mkdirSync(dir, { recursive: true });
  const logFile = join(dir, "tarantool.log");
  const log = openSync(logFile, "a");
  const logFrom = statSync(logFile).size;
  // A group of its own: Ctrl-C is for our caller, who stops us when everything else has stopped.
  const child = spawn(binary, [SERVER], {
    detached: true,
    stdio: ["pipe", "pipe", log],
    env: {
      ...options.env,
      QUEUE_DIR: dir,
      QUEUE_LISTEN: nameOf(address),
      QUEUE_USER: user,
      QUEUE_PASSWORD: password,
      QUEUE_MEMORY: String((options.memoryMb ?? 256) * 1024 * 1024),
      QUEUE_WAL_MODE: options.walMode ?? "write",
    },
  });
  closeSync(log);
  const lastWords = () => readFileSync(logFile).subarray(logFrom).toString().slice(-LOG_CHARS);
  const ended = new Promise<string>((tell) => {
    child.once("error", (error) => tell(String(error)));
    child.once("close", () => tell(lastWords()));
  });
  const listen = await Promise.race([listening(child), ended.then(() => undefined)]);
  if (listen === undefined)
    throw new QueueError("CONFIG", whyNot(await ended, { binary, address, dir, logFile }));
  const [, port] = /:(\d+)$/.exec(listen) ?? [];
  return {
    address: address.port === 0 ? { host: address.host, port: Number(port) } : address,
    user,
    password,
    dir,
    pid: child.pid ?? 0,
    ended,
    stop: () => stop(child),
  };
}

/** Resolves to what the server says of where it listens. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((tell) => {
    let said = "";
    child.stdout?.on("data", (text) => {
      said += text;
      const [, listen] = /^READY (.*)\n/m.exec(said) ?? [];
      if (listen !== undefined) tell(listen);
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await closed;
  clearTimeout(timer);
}

interface Attempt {
  readonly binary: string;
  readonly address: Address;
  readonly dir: string;
  readonly logFile: string;
}

function whyNot(lastWords: string, { binary, address, dir, logFile }: Attempt): string {
  if (/^Error: spawn .* ENOENT$/.test(lastWords))
    return (
      `Tarantool was not found as "${binary}". Install it (Debian and Ubuntu: apt-get install tarantool; ` +
      "others: tarantool.io/en/download), or name it by TARANTOOL_BIN."
    );
  if (/address already in use/i.test(lastWords))
    return `${nameOf(address)} is in use. Stop what listens there, or choose another address.`;
  if (/lock WAL directory|is locked/i.test(lastWords))
    return `${dir} is in use by another Tarantool. Stop that one, or choose another directory.`;
  const line = lastWords.trimEnd().split("\n").at(-1) ?? "";
  return `Tarantool did not start: ${line}\nMore is in ${logFile}.`;
}
