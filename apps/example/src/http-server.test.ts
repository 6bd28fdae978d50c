import { QueueError } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { Registry } from "prom-client";
import { afterEach, describe, expect, it } from "vitest";
import { deserializeEmailsTask, EMAILS_QUEUE } from "./generated/contract.gen.js";
import { type HttpServer, type HttpServerOptions, startHttpServer } from "./http-server.js";
import { producersOf } from "./producers.js";

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function setup(options: Partial<HttpServerOptions> = {}) {
  const storage = createMemoryStorage();
  const server = await startHttpServer({
    port: 0,
    producers: producersOf(storage),
    registry: new Registry(),
    health: () => ({ status: "ok" }),
    ...options,
  });
  servers.push(server);
  const ask = async (method: string, path: string, body?: string) => {
    const response = await fetch(server.url + path, { method, ...(body && { body }) });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { storage, server, ask };
}

const email = { to: "ada@example.com", subject: "Hello", body: "How are you?" };

describe("the HTTP server", () => {
  it("enqueues what is posted and answers with the task's id", async () => {
    const { ask, storage } = await setup();
    const { status, text } = await ask("POST", "/emails", JSON.stringify(email));
    const [task] = await storage.getTask(EMAILS_QUEUE, 1);
    expect(status).toBe(202);
    expect(JSON.parse(text)).toEqual({ taskId: task?.taskId });
    expect(task && deserializeEmailsTask(task.data)).toEqual(email);
  });

  it.each([
    ["POST", "/emails", "{", 400, "not JSON"],
    ["POST", "/emails", undefined, 400, "not JSON"],
    ["POST", "/emails", "[]", 400, "must be a JSON object"],
    ["POST", "/notifications", '{"device":"phone-1"}', 400, '"text\\" must be'],
    ["POST", "/emails", JSON.stringify({ ...email, body: "x".repeat(65_536) }), 413, "larger"],
    ["GET", "/emails", undefined, 405, "takes only POST"],
    ["POST", "/metrics", "{}", 405, "takes only GET"],
    ["GET", "/", undefined, 404, "Known paths: /emails, /notifications"],
  ])("refuses %s %s with %s by %i", async (method, path, body, status, sentence) => {
    const { ask, storage } = await setup();
    const answer = await ask(method, path, body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(sentence);
    const { queueStats } = await storage.getStat();
    expect(queueStats.size).toBe(0);
  });

  it("ends a body that never ends at the limit", async () => {
    const { server } = await setup();
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(16_384)),
    });
    const request = { method: "POST", body: endless, duplex: "half" } as const;
    // Whether the client reads the answer or loses the connection first is up to the network.
    const status = await fetch(`${server.url}/emails`, request).then(
      (response) => response.status,
      () => 413,
    );
    expect(status).toBe(413);
  });

  it("says which method a path takes", async () => {
    const { ask } = await setup();
    expect((await ask("DELETE", "/emails")).headers.get("allow")).toBe("POST");
  });

  it("answers 503 while the storage takes no tasks", async () => {
    const full = async () => {
      throw new QueueError("STORAGE_FULL", "no memory left");
    };
    const { ask } = await setup({ producers: new Map([["/emails", full]]) });
    const answer = await ask("POST", "/emails", "{}");
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining("no memory left") });
  });

  it("keeps the text of an unexpected error to itself", async () => {
    const broken = async () => {
      throw new Error("a password");
    };
    const { ask } = await setup({ producers: new Map([["/emails", broken]]) });
    const answer = await ask("POST", "/emails", "{}");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("password");
  });

  it.each([
    ["ok", 200],
    ["degraded", 200],
    ["dead", 503],
  ] as const)("reports a worker that is %s by %i", async (health, status) => {
    const { ask } = await setup({ health: () => ({ status: health }) });
    expect(await ask("GET", "/healthz")).toMatchObject({ status });
  });

  it("refuses a port in use", async () => {
    const { server } = await setup();
    const port = Number(new URL(server.url).port);
    await expect(setup({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });
});
