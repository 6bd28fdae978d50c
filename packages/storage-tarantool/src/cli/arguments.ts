import { parseArgs } from "node:util";
import type { Address } from "../connection/address.js";

export type Arguments =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string }
  | UpArguments
  | InitArguments;

export interface UpArguments {
  readonly kind: "up";
  readonly dir: string;
  readonly address: Address;
  readonly user: string;
  readonly password: string;
  readonly memoryMb: number;
  readonly walMode: "write" | "fsync";
}

export interface InitArguments {
  readonly kind: "init";
  readonly file: string;
  readonly listen: string;
  readonly user: string;
  readonly role: Role;
}

export type Role = (typeof ROLES)[number];
const ROLES = ["producer", "worker", "admin"] as const;
const DEFAULT_LISTEN = "127.0.0.1:3301";
/** Known to everybody, so good for this machine only. */
const DEFAULT_PASSWORD = "queue";

export const HELP = `Tarantool for @queue/storage-tarantool.

queue-tarantool up [options]        starts a local server with the queue module; Ctrl-C stops it
  --dir <folder>       where its data live; made if absent (default .queue-tarantool)
  --listen <address>   host:port or the path of a socket (default ${DEFAULT_LISTEN})
  --user <name>        a user to make, with all rights to the queue (default queue)
  --password <text>    of that user (default ${DEFAULT_PASSWORD}, on this machine only)
  --memory <MiB>       for waiting tasks (default 256)
  --fsync              survive a power cut, too; slower

queue-tarantool init [file] [options]   writes an instance file for your own server (default queue.lua)
                                        and prints how to make a user with no more rights than needed;
                                        never overwrites
  --listen <address>   (default ${DEFAULT_LISTEN})
  --user <name>        (default app)
  --role <role>        ${ROLES.join(", ")} (default worker)

queue-tarantool --help                  this text

Tarantool is looked for on the PATH; TARANTOOL_BIN names another.`;

export function parseArguments(args: readonly string[]): Arguments {
  const [command, ...rest] = args;
  try {
    if (command === undefined || rest.includes("--help") || rest.includes("-h"))
      return { kind: "help" };
    if (["--help", "-h", "help"].includes(command)) return { kind: "help" };
    if (command === "up") return up(rest);
    if (command === "init") return init(rest);
    return wrong(`There is no command "${command}".`);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(reason: string): Arguments {
  return { kind: "wrong", reason };
}

function up(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dir: { type: "string", default: ".queue-tarantool" },
      listen: { type: "string", default: DEFAULT_LISTEN },
      user: { type: "string", default: "queue" },
      password: { type: "string" },
      memory: { type: "string", default: "256" },
      fsync: { type: "boolean", default: false },
    },
  });
  const address = addressOf(values.listen);
  if (address === undefined) return wrongListen(values.listen);
  if (values.password === undefined && !isLocal(address))
    return wrong(`${values.listen} can be reached from elsewhere: choose a --password.`);
  if (values.password === "") return wrong("--password must not be empty.");
  if (!/^\d{2,7}$/.test(values.memory))
    return wrong(`--memory must be a number of MiB from 10 up, not "${values.memory}".`);
  return {
    kind: "up",
    dir: values.dir,
    address,
    user: values.user,
    password: values.password ?? DEFAULT_PASSWORD,
    memoryMb: Number(values.memory),
    walMode: values.fsync ? "fsync" : "write",
  };
}

function init(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      listen: { type: "string", default: DEFAULT_LISTEN },
      user: { type: "string", default: "app" },
      role: { type: "string", default: "worker" },
    },
  });
  if (positionals.length > 1) return wrong("init writes one file.");
  const role = ROLES.find((each) => each === values.role);
  if (role === undefined) return wrong(`--role must be one of ${ROLES.join(", ")}.`);
  if (addressOf(values.listen) === undefined) return wrongListen(values.listen);
  if (!/^[A-Za-z]\w*$/.test(values.user))
    return wrong(`--user must be a name of letters, digits and _, not "${values.user}".`);
  return {
    kind: "init",
    file: positionals[0] ?? "queue.lua",
    listen: values.listen,
    user: values.user,
    role,
  };
}

function wrongListen(text: string): Arguments {
  return wrong(`--listen must be host:port or the path of a socket, not "${text}".`);
}

function addressOf(text: string): Address | undefined {
  if (text.startsWith("/")) return { path: text };
  const [, host, port] = /^([^:/\s]+):(\d{1,5})$/.exec(text) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host, port: Number(port) };
}

function isLocal({ host }: Address): boolean {
  return host === undefined || host === "localhost" || host.startsWith("127.");
}
