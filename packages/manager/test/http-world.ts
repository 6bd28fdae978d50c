import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createManagerServer, type ManagerServerOptions, type Tokens } from "../src/index.js";
import { createManagerWorld } from "./manager-world.js";

export const TOKENS = {
  viewer: "viewer-viewer-viewer",
  operator: "operator-operator-operator",
  worker: "worker-worker-worker",
} as const satisfies Tokens;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
  readonly body: any;
}

/** A Manager behind a real server on 127.0.0.1, under a manual clock. */
export async function createHttpWorld(options: Partial<ManagerServerOptions> = {}) {
  const world = createManagerWorld();
  const manager = world.manager();
  void manager.run();
  const api = createManagerServer({
    manager,
    storage: world.storage,
    clock: world.clock,
    ...options,
  });
  const server = createServer(api.handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  async function call(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${url}${path}`, { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  }

  return {
    ...world,
    manager,
    port,
    url,
    call,
    get: (path: string, token?: string) => call("GET", path, { headers: bearer(token) }),
    post: (path: string, body: unknown, token?: string) =>
      call("POST", path, {
        headers: { "content-type": "application/json", ...bearer(token) },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      api.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await manager.stop();
    },
  };
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
