import { parseArgs } from "node:util";

export type Arguments =
  | { readonly kind: "help" }
  | { readonly kind: "once" }
  | { readonly kind: "serve"; readonly port: number; readonly load: boolean }
  | { readonly kind: "wrong"; readonly reason: string };

const DEFAULT_PORT = 8080;

export const HELP = `Sends emails and notifications from two queues, as an example of a service.

npm start -- [options]

  --port <number>   where to listen on 127.0.0.1; 0 picks a free port (default ${DEFAULT_PORT})
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
  if (values.once)
    return values.port === undefined && !values["no-load"]
      ? { kind: "once" }
      : { kind: "wrong", reason: "--once neither listens nor waits: it takes no other option." };
  const port = portOf(values.port);
  return port === undefined
    ? { kind: "wrong", reason: `--port must be a number from 0 to 65535, not "${values.port}".` }
    : { kind: "serve", port, load: !values["no-load"] };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
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
