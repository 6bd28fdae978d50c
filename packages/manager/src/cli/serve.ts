import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import type { Logger } from "@queue/runtime";
import { isLoopback, type Tokens } from "../http/access.js";
import { createManagerServer } from "../http/manager-server.js";
import { Manager } from "../manager.js";
import { loadContract } from "./load-contract.js";
import { type Load, loadStorage, STORAGE_HELP, withoutPassword } from "./load-storage.js";
import { EXIT, type Output, WrongUse, whole } from "./output.js";

const DEFAULT_PORT = 7070;

export const SERVE_HELP = `queue-manager serve --storage <storage> [options]

Plans for the workers that report here, and serves the API.

  --storage <storage>   where the queues are; or the variable QUEUE_MANAGER_STORAGE
  --contract <file>     contract.yaml: payloads are shown and put by its fields, queues have its names
  --host <address>      where to listen (default 127.0.0.1); elsewhere only with tokens
  --port <number>       0 picks a free one (default ${DEFAULT_PORT})
  --base-path <path>    such as /queues; at the root by default

Storages:
${STORAGE_HELP}

Tokens, of at least 16 characters each, come by the environment:
  QUEUE_MANAGER_VIEWER_TOKEN     may read
  QUEUE_MANAGER_OPERATOR_TOKEN   may read and change
  QUEUE_MANAGER_WORKER_TOKEN     may report
Without any, this machine alone is served, and may do everything.`;

export interface ServeDeps extends Output {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
  readonly load: Load;
  /** Aborted when it has to end. A function: who does not serve ends by a signal as any program does. */
  stopSignal(): AbortSignal;
}

/** How long a client may keep a stopping server waiting. */
const CLOSE_TIMEOUT_MS = 2_000;

export async function serveCommand(args: readonly string[], deps: ServeDeps): Promise<number> {
  const { storageText, payloads, host, port, basePath, tokens } = optionsOf(args, deps.env);
  const storage = await loadStorage(storageText, deps.load, deps.logger);
  const { logger } = deps;
  const manager = new Manager({ storage, logger });
  const api = createManagerServer({
    ...{ manager, storage, tokens, basePath, logger },
    ...(payloads && { payloads }),
  });
  const server = createServer(api.handle);
  // A client that never finishes its request must not hold a connection for ever.
  server.requestTimeout = 30_000;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => resolve());
    });
  } catch (error) {
    await storage.close();
    deps.note(`Cannot listen on ${host}:${port}: ${(error as Error).message}`);
    return EXIT.failed;
  }
  const bound = server.address() as AddressInfo;
  const shown = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  deps.print(`http://${shown}:${bound.port}${basePath}/api/v1 on ${withoutPassword(storageText)}`);
  await manager.run(deps.stopSignal());
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    api.close();
    server.closeIdleConnections();
  });
  await storage.close();
  return EXIT.fine;
}

function optionsOf(args: readonly string[], env: ServeDeps["env"]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      storage: { type: "string" },
      contract: { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: String(DEFAULT_PORT) },
      "base-path": { type: "string", default: "" },
    },
  });
  const storageText = values.storage ?? env.QUEUE_MANAGER_STORAGE;
  if (storageText === undefined)
    throw new WrongUse(`--storage is missing; there are:\n${STORAGE_HELP}`);
  const tokens = tokensOf(env);
  const { host } = values;
  if (!isLoopback(host) && host !== "localhost" && Object.keys(tokens).length === 0)
    throw new WrongUse(
      `--host ${host} is not this machine alone: set QUEUE_MANAGER_OPERATOR_TOKEN and others first.`,
    );
  const port = whole(values.port, "--port", 0, 65_535);
  const payloads = values.contract === undefined ? undefined : loadContract(values.contract);
  return { storageText, payloads, host, port, basePath: values["base-path"], tokens };
}

function tokensOf(env: ServeDeps["env"]): Tokens {
  const named = {
    viewer: env.QUEUE_MANAGER_VIEWER_TOKEN,
    operator: env.QUEUE_MANAGER_OPERATOR_TOKEN,
    worker: env.QUEUE_MANAGER_WORKER_TOKEN,
  };
  // An empty variable is one that somebody forgot to fill, not a wish for no token.
  for (const [role, token] of Object.entries(named))
    if (token === "")
      throw new WrongUse(`The ${role}'s token is empty: fill the variable or unset it.`);
  return Object.fromEntries(Object.entries(named).filter(([, token]) => token !== undefined));
}
