import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type Clock,
  type FullStorage,
  type Logger,
  QueueError,
  silentLogger,
  systemClock,
} from "@queue/runtime";
import { Registry } from "prom-client";
import type { Manager } from "../manager.js";
import { within } from "../storage-call.js";
import { checkAccess, checkTokens, type Tokens } from "./access.js";
import { answerToFailure, HttpProblem, send } from "./answer.js";
import { EventStream } from "./events.js";
import { collectManager, METRICS_TIMEOUT_MS } from "./manager-metrics.js";
import type { Payloads } from "./payloads.js";
import { matchPath, type Route } from "./route.js";
import { managerRoutes } from "./routes.js";

export interface ManagerServerOptions {
  readonly manager: Manager;
  readonly storage: FullStorage;
  /** Without any, only this machine is served, and may do everything. */
  readonly tokens?: Tokens;
  /** Where the API is mounted, such as `/queues`; at the root by default. */
  readonly basePath?: string;
  /** Reads and writes payloads; without it they are bytes. */
  readonly payloads?: Payloads;
  /** Where `/metrics` reads; its own by default. */
  readonly registry?: Registry;
  /** How long a call to the storage may take; 10 s by default. */
  readonly storageTimeoutMs?: number;
  readonly logger?: Logger;
  readonly clock?: Clock;
}

export interface ManagerServer {
  /** For `http.createServer`, or for the server that you have. It answers everything below its base path. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ends the event streams; requests under way are answered. */
  close(): void;
}

/** The JSON API of a Manager. */
export function createManagerServer(options: ManagerServerOptions): ManagerServer {
  const { manager, storage, tokens = {}, payloads, registry = new Registry() } = options;
  const { clock = systemClock, logger = silentLogger, storageTimeoutMs = 10_000 } = options;
  checkTokens(tokens);
  const basePath = checkedBasePath(options.basePath ?? "");
  const events = new EventStream({ manager, payloads, now: () => clock.now() });
  const metricsTimeoutMs = Math.min(METRICS_TIMEOUT_MS, storageTimeoutMs);
  const getStat = () => within(clock, metricsTimeoutMs, storage.getStat());
  collectManager(registry, manager, { getStat }, () => clock.now());
  const routes = managerRoutes({
    ...{ manager, storage, payloads, registry, events },
    now: () => clock.now(),
    bounded: (call) => within(clock, storageTimeoutMs, call),
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = parsedUrl(request);
    if (!url.pathname.startsWith(`${basePath}/`))
      throw new HttpProblem(404, `There is nothing here; the API begins at ${basePath}/api/v1.`);
    const path = url.pathname.slice(basePath.length);
    const { route, names } = routeOf(routes, request.method ?? "", path);
    checkAccess(request, route.access, tokens);
    return route.answer({ request, response, url, path: names });
  }

  return {
    handle(request, response) {
      answer(request, response)
        .catch((error: unknown) => {
          const failure = answerToFailure(error);
          if (failure.status >= 500)
            logger.warn({ error, status: failure.status }, "a request failed");
          // What is left of a body must not be read as the next request.
          const unread = !request.complete && request.method === "POST";
          return unread
            ? { ...failure, headers: { ...failure.headers, connection: "close" } }
            : failure;
        })
        .then((result) => result && send(response, result));
    },
    close: () => events.close(),
  };
}

function routeOf(routes: readonly Route[], method: string, path: string) {
  const found = routes.flatMap((route) => {
    const names = matchPath(route.path, path);
    return names === undefined ? [] : [{ route, names }];
  });
  if (found.length === 0) throw new HttpProblem(404, "There is nothing here.");
  // Probes that only want the status ask by HEAD.
  const match = found.find(
    ({ route }) => route.method === method || (method === "HEAD" && route.access === "anyone"),
  );
  if (match !== undefined) return match;
  const allow = [...new Set(found.map(({ route }) => route.method))].join(", ");
  throw new HttpProblem(405, `This path takes only ${allow}.`, { allow });
}

function parsedUrl(request: IncomingMessage): URL {
  try {
    return new URL(request.url ?? "", "http://localhost");
  } catch {
    throw new HttpProblem(400, "The address makes no sense.");
  }
}

function checkedBasePath(basePath: string): string {
  if (basePath === "" || /^(\/[\w.~-]+)+$/.test(basePath)) return basePath;
  throw new QueueError("INVALID_ARGUMENT", `basePath must be like /queues, not "${basePath}"`);
}
