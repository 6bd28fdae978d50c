import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bindQueue, perTask, Worker } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { describe, expect, it } from "vitest";
import { createManagerServer, Manager } from "../src/index.js";
import { createHttpLink } from "../src/link/index.js";
import { answerOf, reportOf, toJson } from "../src/link/wire.js";
import { createHttpWorld, TOKENS } from "./http-world.js";
import { reporting } from "./manager-world.js";

/** A server that answers as a test says. */
async function serverOf(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const REPORT = reporting("a", [1]).report();
const NOT_LEADING = JSON.stringify({ leading: false, plan: null });

describe("reports and plans", () => {
  it("are the same after their way through JSON", () => {
    const report = {
      ...REPORT,
      processors: new Map([[1, 3]]),
      stats: new Map([[1, { processed: 5, errors: 1, retried: 1, durationMs: 1_234 }]]),
      health: { ...REPORT.health, reasons: ["slow"], lastPollAt: new Date(5) },
      plan: {
        term: 3,
        seq: 9,
        homes: new Map([[1, 2]]),
        floating: 1,
        stealing: true,
        rounds: new Set([1, 3]),
        caps: new Map([[1, 4]]),
        urgency: new Map([[1, 0.25]]),
        switchMs: 5,
      },
    };
    expect(reportOf(JSON.parse(toJson(report)))).toEqual(report);
    const answer = { leading: true, plan: report.plan };
    expect(answerOf(JSON.parse(toJson(answer)))).toEqual(answer);
  });

  it.each([
    [{ instance: "" }, /instance must be a text of 1 to 256/],
    [{ instance: "x".repeat(257) }, /instance must be a text/],
    [{ maxProcessors: -1 }, /maxProcessors must be a whole number/],
    [{ queues: {} }, /queues must be a list/],
    [{ queues: [{ queueNum: 70_000 }] }, /weight must be/],
    [{ queues: [{ queueNum: 1, name: "a", weight: 0, targetDelayMs: 1 }] }, /above 0/],
    [{ processors: { x: 1 } }, /a queue of processors must be a whole number/],
    [{ processors: { 0: 1 } }, /must not be 0/],
    [{ stats: { 1: { processed: null } } }, /stats\.1\.processed must be a number/],
    [{ stats: { 1: 5 } }, /stats\.1 must be an object/],
    [{ inFlight: 1.5 }, /inFlight must be/],
    [{ health: null }, /health must be an object/],
    [{ health: { status: "fine" } }, /health\.status/],
    [
      { health: { ...REPORT.health, lastPollAt: "yesterday" } },
      /health\.lastPollAt must be a date/,
    ],
    [{ plan: { term: "1" } }, /plan\.term must be/],
    [{ plan: { term: 1, seq: 1, homes: {}, floating: 0, rounds: [0] } }, /must not be 0/],
  ])("that make no sense are refused: %j", (wrong, complaint) => {
    const json = { ...JSON.parse(toJson(REPORT)), ...wrong };
    expect(() => reportOf(json)).toThrow(complaint);
  });
});

describe("the HTTP link", () => {
  it("reports with its token and brings the plan back", async () => {
    await using world = await createHttpWorld({ tokens: TOKENS, basePath: "/ops" });
    const link = createHttpLink({ urls: [`${world.url}/ops/`], token: TOKENS.worker });
    await world.putMany(1, 500);
    await world.clock.advance(0);
    expect(await link.exchange(REPORT)).toBeNull();
    await world.clock.advance(2_000);
    expect(await link.exchange(REPORT)).toMatchObject({
      term: 1,
      seq: 1,
      homes: new Map([[1, 7]]),
      floating: 1,
      stealing: true,
    });
    expect(world.manager.view().workers).toHaveLength(1);
  });

  it("says what the Manager said when it is refused", async () => {
    await using world = await createHttpWorld({ tokens: TOKENS });
    const link = createHttpLink({ urls: [world.url], token: TOKENS.viewer });
    await expect(link.exchange(REPORT)).rejects.toThrow(/answers 403: .*token of the worker/);
  });

  it("goes on to the next Manager when one does not lead, fails or is not there", async () => {
    await using world = await createHttpWorld();
    await world.clock.advance(0);
    await using follower = await serverOf((_, response) => response.end(NOT_LEADING));
    await using broken = await serverOf((_, response) => response.writeHead(500).end());
    const urls = [follower.url, broken.url, "http://127.0.0.1:1", world.url];
    const link = createHttpLink({ urls });
    expect(await link.exchange(REPORT)).toBeNull();
    await expect(link.exchange(REPORT)).rejects.toThrow(/answers 500/);
    await expect(link.exchange(REPORT)).rejects.toThrow();
    await link.exchange(REPORT);
    expect(world.manager.view().workers).toHaveLength(1);
    // There it stays.
    await link.exchange(REPORT);
    expect(await link.exchange(REPORT)).toBeNull();
  });

  it.each<[string, RequestListener]>([
    ["garbage", (_, response) => response.end("<html>")],
    ["JSON that is no answer", (_, response) => response.end("[]")],
    ["a plan that is none", (_, response) => response.end('{"leading":true,"plan":{"term":1}}')],
    ["a redirect", (_, response) => response.writeHead(302, { location: "/x" }).end()],
    ["no end", (_, response) => response.end("x".repeat(5 * 1024 * 1024))],
    ["nothing at all", () => {}],
    ["half an answer", (_, response) => response.writeHead(200).write("{")],
    ["a closed door", (request) => request.socket.destroy()],
  ])("rejects an answer that is %s", async (_, listener) => {
    await using server = await serverOf(listener);
    const link = createHttpLink({ urls: [server.url], timeoutMs: 200 });
    await expect(link.exchange(REPORT)).rejects.toThrow();
  });

  it("gives up on half an answer even when memory was cleaned meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage = runInNewContext("gc") as () => void;
    await using server = await serverOf((_, response) => response.writeHead(200).write("{"));
    const exchange = createHttpLink({ urls: [server.url], timeoutMs: 500 }).exchange(REPORT);
    const cleaning = setInterval(collectGarbage, 50);
    await expect(exchange).rejects.toThrow(/no whole answer within 500 ms/);
    clearInterval(cleaning);
  });

  it.each([
    [{ urls: [] }, /at least one Manager/],
    [{ urls: ["ftp://x"] }, /http or https, not "ftp:\/\/x"/],
    [{ urls: ["nonsense"] }, /http or https/],
    [{ urls: ["http://x"], timeoutMs: 0 }, /timeoutMs/],
  ])("refuses %j", (options, complaint) => {
    expect(() => createHttpLink(options)).toThrow(complaint);
  });
});

describe("a worker and a Manager, each with its own storage call and real time", () => {
  it("find each other over HTTP: the worker follows a plan and does its tasks", async () => {
    const storage = createMemoryStorage();
    const manager = new Manager({ storage, planEveryMs: 50 });
    const { handle } = createManagerServer({ manager, storage, tokens: TOKENS });
    await using server = await serverOf(handle);
    const run = manager.run();
    const done: number[] = [];
    const queue = bindQueue(
      { queueNum: 1, name: "one", decode: () => ({}) },
      perTask(async ({ taskId }) => void done.push(taskId)),
    );
    const stop = new AbortController();
    const link = createHttpLink({ urls: [server.url], token: TOKENS.worker });
    const followed: unknown[] = [];
    const worker = new Worker({
      service: "test",
      name: "main",
      storage,
      queues: [queue],
      maxProcessors: 4,
      untilPlan: "idle",
      manager: {
        async exchange(report) {
          if (report.plan !== null) {
            followed.push(report.plan);
            stop.abort();
          }
          return link.exchange(report);
        },
      },
    });
    const taskId = await storage.putTask({ queueNum: 1, data: new Uint8Array() });
    await worker.run(stop.signal);
    expect(followed[0]).toMatchObject({ term: 1, floating: 1 });
    // It was idle until the plan came.
    expect(done).toEqual([taskId]);
    await manager.stop();
    await run;
    await storage.close();
  });
});
