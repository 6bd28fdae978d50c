import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { EventStream } from "../src/http/events.js";
import { managerRoutes } from "../src/http/routes.js";
import { createManagerServer } from "../src/index.js";
import { toJson } from "../src/link/wire.js";
import { createHttpWorld, TOKENS } from "./http-world.js";
import { createManagerWorld, reporting } from "./manager-world.js";

type Who = "nobody" | "stranger" | "viewer" | "operator" | "worker";

const EVERYONE: readonly Who[] = ["nobody", "stranger", "viewer", "operator", "worker"];
const READERS: readonly Who[] = ["viewer", "operator"];
const REPORT = toJson(reporting("a", [1]).report());

/** Every route, a request to it, and who may make it. */
const ROUTES: [string, string, string | undefined, readonly Who[]][] = [
  ["GET", "/healthz", undefined, EVERYONE],
  ["GET", "/readyz", undefined, EVERYONE],
  ["GET", "/metrics", undefined, READERS],
  ["GET", "/api/v1/stats", undefined, READERS],
  ["GET", "/api/v1/queues", undefined, READERS],
  ["GET", "/api/v1/queues/1", undefined, READERS],
  ["GET", "/api/v1/queues/1/tasks?state=ready", undefined, READERS],
  ["GET", "/api/v1/queues/1/form", undefined, READERS],
  ["GET", "/api/v1/forms", undefined, READERS],
  ["GET", "/api/v1/tasks/1", undefined, READERS],
  ["GET", "/api/v1/workers", undefined, READERS],
  ["GET", "/api/v1/plan", undefined, READERS],
  ["GET", "/api/v1/events", undefined, READERS],
  ["POST", "/api/v1/queues/1/kick", '{"count":1}', ["operator"]],
  ["POST", "/api/v1/queues/1/clear", "{}", ["operator"]],
  ["POST", "/api/v1/queues/1/pause", "{}", ["operator"]],
  ["POST", "/api/v1/queues/1/resume", "{}", ["operator"]],
  ["POST", "/api/v1/queues/1/settings", '{"weight":2}', ["operator"]],
  ["POST", "/api/v1/queues/1/tasks", '{"base64":""}', ["operator"]],
  ["POST", "/api/v1/tasks/run-now", '{"ids":[1]}', ["operator"]],
  ["POST", "/api/v1/tasks/cancel", '{"ids":[1]}', ["operator"]],
  ["POST", "/api/v1/tasks/bury", '{"ids":[1],"error":"x"}', ["operator"]],
  ["POST", "/api/v1/reports", REPORT, ["worker"]],
];

function tokenOf(who: Who): string | undefined {
  if (who === "nobody") return undefined;
  return who === "stranger" ? "stranger-stranger-stranger" : TOKENS[who];
}

/** Only the status: an event stream never ends by itself. */
async function statusOf(url: string, method: string, path: string, who: Who, body?: string) {
  const stop = new AbortController();
  const token = tokenOf(who);
  const response = await fetch(`${url}${path}`, {
    method,
    signal: stop.signal,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  });
  stop.abort();
  return response.status;
}

describe("every route and every role", () => {
  it("the table here has every route that is served", () => {
    const { clock, storage, manager } = createManagerWorld();
    const deps = { manager: manager(), storage, payloads: undefined, now: () => clock.now() };
    const served = managerRoutes({
      ...deps,
      registry: undefined as never,
      events: new EventStream(deps),
      bounded: (call) => call,
    }).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, "1")}`);
    expect(ROUTES.map(([method, path]) => `${method} ${path.split("?")[0]}`).sort()).toEqual(
      served.sort(),
    );
  });

  it.each(ROUTES)("%s %s", async (method, path, body, allowed) => {
    await using world = await createHttpWorld({ tokens: TOKENS });
    await world.putMany(1, 1);
    await world.clock.advance(0);
    for (const who of EVERYONE) {
      const status = await statusOf(world.url, method, path, who, body);
      const denied = who === "nobody" || who === "stranger" ? 401 : 403;
      expect([who, status]).toEqual([who, allowed.includes(who) ? 200 : denied]);
    }
  });

  it("without tokens this machine may do everything", async () => {
    await using world = await createHttpWorld();
    await world.putMany(1, 1);
    await world.clock.advance(0);
    for (const [method, path, body] of ROUTES)
      expect([path, await statusOf(world.url, method, path, "nobody", body)]).toEqual([path, 200]);
  });
});

describe("tokens", () => {
  it.each([
    "",
    "Bearer",
    "Bearer ",
    `bearer ${TOKENS.viewer}`,
    `Basic ${TOKENS.viewer}`,
    `Bearer ${TOKENS.viewer} x`,
    `Bearer ${TOKENS.viewer}x`,
  ])("are not found in %j", async (authorization) => {
    await using world = await createHttpWorld({ tokens: TOKENS });
    const reply = await world.call("GET", "/api/v1/stats", { headers: { authorization } });
    expect(reply.status).toBe(401);
    expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("are not taken from the address or a cookie", async () => {
    await using world = await createHttpWorld({ tokens: TOKENS });
    const cookie = `token=${TOKENS.operator}`;
    const reply = await world.call("GET", `/api/v1/stats?token=${TOKENS.operator}`, {
      headers: { cookie },
    });
    expect(reply.status).toBe(401);
  });

  it("that are short or shared are refused from the start", () => {
    const { storage, manager } = createManagerWorld();
    const create = (tokens: object) => createManagerServer({ manager: manager(), storage, tokens });
    expect(() => create({ viewer: "short" })).toThrow(/viewer's token must have at least 16/);
    expect(() => create({ viewer: TOKENS.viewer, operator: TOKENS.viewer })).toThrow(
      /two roles have the same token/,
    );
  });

  it.each([
    "0123456789abcdefgh\n",
    "0123456789 abcdefgh",
    "pässwörter-sind-lang",
    "\u00010123456789abcdef",
  ])("that no header could carry are refused from the start: %j", (viewer) => {
    const { storage, manager } = createManagerWorld();
    expect(() => createManagerServer({ manager: manager(), storage, tokens: { viewer } })).toThrow(
      /viewer's token has a character/,
    );
  });

  it("one role alone shuts the doors of the others", async () => {
    await using world = await createHttpWorld({ tokens: { worker: TOKENS.worker } });
    expect((await world.get("/api/v1/stats")).status).toBe(401);
    expect((await world.get("/api/v1/stats", TOKENS.worker)).status).toBe(403);
  });
});

describe("without tokens", () => {
  it.each(["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example"])(
    "a Host of %j is refused: a page elsewhere may have made its name point here",
    async (host) => {
      await using world = await createHttpWorld();
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const options = {
          port: world.port,
          host: "127.0.0.1",
          path: "/api/v1/stats",
          headers: { host },
        };
        const call = request(options, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        call.on("error", reject);
        call.end();
      });
      expect(status).toBe(403);
    },
  );

  it("other machines are refused", async () => {
    const { storage, manager } = createManagerWorld();
    const { handle } = createManagerServer({ manager: manager(), storage });
    const socket = { remoteAddress: "192.0.2.7" };
    const request = { url: "/api/v1/stats", method: "GET", socket, headers: { host: "localhost" } };
    const status = await new Promise((resolve) => {
      handle(request as never, { writeHead: resolve, end() {} } as never);
    });
    expect(status).toBe(403);
  });

  it("a page elsewhere cannot make a browser change anything: bodies must say that they are JSON", async () => {
    await using world = await createHttpWorld();
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "",
    ]) {
      const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
      const body = new TextEncoder().encode("{}");
      const reply = await world.call("POST", "/api/v1/queues/1/pause", { headers, body });
      expect(reply.status).toBe(415);
    }
    const asked = await world.call("OPTIONS", "/api/v1/queues/1/pause");
    expect(asked.status).toBe(405);
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
  });
});

describe("every answer", () => {
  it.each(["/api/v1/stats", "/metrics", "/healthz", "/nothing", "/api/v1/tasks/0"])(
    "of %s may be neither kept nor framed nor guessed at",
    async (path) => {
      await using world = await createHttpWorld();
      const { headers } = await world.get(path);
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
    },
  );
});
