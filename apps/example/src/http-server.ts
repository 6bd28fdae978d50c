import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { QueueError, type TaskId } from "@queue/runtime";
import { HttpProblem, readJson } from "./json-body.js";

export interface HttpServerOptions {
  /** 0 picks a free one. */
  readonly port: number;
  /** By path: what checks the JSON body of a POST and puts the task. */
  readonly producers: ReadonlyMap<string, (body: unknown) => Promise<TaskId>>;
  readonly registry: { readonly contentType: string; metrics(): Promise<string> };
  health(): { readonly status: "ok" | "degraded" | "dead" };
}

export interface HttpServer {
  readonly url: string;
  /** Takes no new request, and resolves when those under way are answered. */
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long a client may keep a stopping server waiting. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Only on 127.0.0.1: this server asks nobody for a password. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer((request, response) => {
    answerTo(request, options)
      .catch(answerToFailure)
      .then((answer) => send(response, answer));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

async function answerTo(request: IncomingMessage, options: HttpServerOptions): Promise<Answer> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const produce = options.producers.get(path);
  if (produce !== undefined) {
    allow(request, path, "POST");
    return json(202, { taskId: await produce(await readJson(request)) });
  }
  switch (path) {
    case "/metrics":
      allow(request, path, "GET");
      return {
        status: 200,
        type: options.registry.contentType,
        text: await options.registry.metrics(),
      };
    case "/healthz": {
      allow(request, path, "GET");
      const health = options.health();
      return json(health.status === "dead" ? 503 : 200, health);
    }
    default: {
      const known = [...options.producers.keys(), "/metrics", "/healthz"].join(", ");
      throw new HttpProblem(404, `There is nothing here. Known paths: ${known}.`);
    }
  }
}

function allow(request: IncomingMessage, path: string, method: "GET" | "POST"): void {
  if (request.method !== method)
    throw new HttpProblem(405, `${path} takes only ${method}.`, { allow: method });
}

function answerToFailure(error: unknown): Answer {
  if (error instanceof HttpProblem)
    return { ...json(error.status, { error: error.message }), headers: error.headers };
  if (!(error instanceof QueueError)) return json(500, { error: "This is a bug of the service." });
  // People read the sentence; the code in front of it is for programs.
  const sentence = error.message.replace(/^\[\w+\] /, "");
  switch (error.code) {
    case "PAYLOAD_TOO_LARGE":
      return json(413, { error: sentence });
    case "STORAGE_FULL":
    case "QUEUE_FULL":
    case "UNAVAILABLE":
    case "READ_ONLY":
    case "CLOSED":
      return json(503, { error: `The task was not accepted: ${sentence}` });
    default:
      return json(500, { error: "This is a bug of the service." });
  }
}

function json(status: number, body: object): Answer {
  return { status, type: "application/json", text: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, { status, type, text, headers = {} }: Answer): void {
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(text);
}
