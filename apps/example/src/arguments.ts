import { parseArgs } from "node:util";
import type { StorageChoice } from "./open-storage.js";

/** What there is to run. */
export type RunArguments =
  | { readonly kind: "once"; readonly storage: StorageChoice }
  | {
      readonly kind: "serve";
      readonly port: number;
      readonly load: boolean;
      readonly storage: StorageChoice;
    };

export type Arguments =
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly reason: string }
  | RunArguments;

const DEFAULT_PORT = 8080;
const DEFAULT_DIR = ".queue-tarantool";

export const HELP = `Sends emails and notifications from two queues, as an example of a service.

npm start -- [options]

  --port <number>   where to listen on 127.0.0.1; 0 picks a free port (default ${DEFAULT_PORT})
  --storage <name>  memory (default), or tarantool: a local server that keeps its tasks, started by itself
  --dir <folder>    where that server keeps them (default ${DEFAULT_DIR}; with --once a temporary one)
  --no-load         no tasks but those that come by HTTP
  --once            process a fixed load, print a summary and exit
  --help            this text

While it runs:
  POST /emails          {"to": "...", "subject": "...", "body": "..."}
  POST /notifications   {"device": "...", "text": "..."}
  GET  /metrics         for Prometheus
  GET  /healthz         200 while the worker works, 503 when it is dead`;

export function parseArguments(args: readonly string[]): Arguments {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { kind: "wrong", reason: error instanceof Error ? error.message : String(error) };
  }
  if (values.help) return { kind: "help" };
  if (values.storage !== "memory" && values.storage !== "tarantool")
    return { kind: "wrong", reason: `--storage is memory or tarantool, not "${values.storage}".` };
  if (values.storage === "memory" && values.dir !== undefined)
    return { kind: "wrong", reason: "--dir goes with --storage tarantool: memory keeps nothing." };
  if (values.once)
    return values.port === undefined && !values["no-load"]
      ? { kind: "once", storage: storageOf(values.storage, values.dir) }
      : {
          kind: "wrong",
          reason: "--once neither listens nor waits: leave out --port and --no-load.",
        };
  const port = portOf(values.port);
  return port === undefined
    ? { kind: "wrong", reason: `--port must be a number from 0 to 65535, not "${values.port}".` }
    : {
        kind: "serve",
        port,
        load: !values["no-load"],
        storage: storageOf(values.storage, values.dir ?? DEFAULT_DIR),
      };
}

function storageOf(kind: StorageChoice["kind"], dir: string | undefined): StorageChoice {
  return kind === "memory" ? { kind } : { kind, ...(dir !== undefined && { dir }) };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      storage: { type: "string", default: "memory" },
      dir: { type: "string" },
      "no-load": { type: "boolean", default: false },
      once: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return DEFAULT_PORT;
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}
