import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { createHttpWorld } from "./http-world.js";

const HUGE = "9".repeat(400);

describe("requests that make no sense get a 4xx that says why, and change nothing", () => {
  it.each<[string, number, RegExp]>([
    ["/", 404, /nothing here/],
    ["/api/v1", 404, /nothing here/],
    ["/api/v1/stats/", 404, /nothing here/],
    ["/api/v2/stats", 404, /nothing here/],
    ["/api/v1/../../etc/passwd", 404, /nothing here/],
    ["/api/v1/queues/0", 400, /from 1 to 65535/],
    ["/api/v1/queues/65536", 400, /from 1 to 65535/],
    ["/api/v1/queues/1.5", 400, /from 1 to 65535/],
    ["/api/v1/queues/0x1", 400, /from 1 to 65535/],
    ["/api/v1/queues/-1", 400, /from 1 to 65535/],
    ["/api/v1/queues/1e3", 400, /from 1 to 65535/],
    ["/api/v1/queues/%31", 400, /from 1 to 65535/],
    ["/api/v1/queues/NaN", 400, /from 1 to 65535/],
    [`/api/v1/queues/${HUGE}`, 400, /from 1 to 65535/],
    ["/api/v1/queues/<script>", 400, /from 1 to 65535/],
    ["/api/v1/tasks/0", 400, /The task's id/],
    [`/api/v1/tasks/${HUGE}`, 400, /The task's id/],
    ["/api/v1/tasks/9007199254740992", 400, /The task's id/],
    ["/api/v1/tasks/__proto__", 400, /The task's id/],
    ["/api/v1/queues/1/tasks", 400, /state must be one of ready, delayed, taken, blocked, dead/],
    ["/api/v1/queues/1/tasks?state=gone", 400, /state must be one of/],
    ["/api/v1/queues/1/tasks?state=constructor", 400, /state must be one of/],
    [
      "/api/v1/queues/1/tasks?state=dead&limit=0",
      400,
      /limit must be a whole number from 1 to 1000/,
    ],
    ["/api/v1/queues/1/tasks?state=dead&limit=1001", 400, /limit must be/],
    [`/api/v1/queues/1/tasks?state=dead&limit=${HUGE}`, 400, /limit must be/],
    ["/api/v1/queues/1/tasks?state=dead&state=ready", 400, /state is given twice/],
    ["/api/v1/queues/1/tasks?state=dead&payload=yes", 400, /payload must be 0 or 1/],
    ["/api/v1/queues/1/tasks?state=dead&offset=5", 400, /no parameter "offset"/],
    ["/api/v1/queues/1/tasks?state=dead&after=nonsense", 400, /cursor/],
    [`/api/v1/queues/1/tasks?state=dead&after=${"x".repeat(2_000)}`, 400, /at most 1024/],
    ["/api/v1/queues/0/form", 400, /from 1 to 65535/],
    ["/api/v1/queues/65536/form", 400, /from 1 to 65535/],
    [`/api/v1/queues/${HUGE}/form`, 400, /from 1 to 65535/],
    ["/api/v1/queues/__proto__/form", 400, /from 1 to 65535/],
    ["/api/v1/queues/1/form?payload=1", 400, /no parameter "payload"; known: none here/],
    ["/api/v1/queues/1/form/an_int", 404, /nothing here/],
    ["/api/v1/forms?queue=1", 400, /no parameter "queue"/],
    ["/api/v1/forms/1", 404, /nothing here/],
    ["/api/v1/stats?x=1", 400, /no parameter "x"/],
    ["/api/v1/tasks/1?payload=2", 400, /payload must be 0 or 1/],
  ])("GET %s", async (path, status, complaint) => {
    await using world = await createHttpWorld();
    const reply = await world.get(path);
    expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(complaint) } });
  });

  it.each<[string, unknown, number, RegExp]>([
    ["/queues/1/pause", "", 400, /not JSON/],
    ["/queues/1/pause", "{", 400, /not JSON/],
    ["/queues/1/pause", "[]", 400, /must be a JSON object/],
    ["/queues/1/pause", "null", 400, /must be a JSON object/],
    ["/queues/1/pause", '"x"', 400, /must be a JSON object/],
    ["/queues/1/pause", { force: true }, 400, /no field "force"; known: none here/],
    ["/queues/1/pause", '{"__proto__":{"x":1}}', 400, /no field "__proto__"/],
    ["/queues/1/pause?now=1", {}, 400, /no parameter "now"/],
    ["/queues/99999/pause", {}, 400, /from 1 to 65535/],
    ["/queues/1/kick", {}, 400, /either ids or a count/],
    ["/queues/1/kick", { ids: [1], count: 1 }, 400, /either ids or a count/],
    ["/queues/1/kick", { count: 0 }, 400, /count must be a whole number from 1 to 10000/],
    ["/queues/1/kick", { count: 1e9 }, 400, /count must be/],
    ["/queues/1/kick", { count: "5" }, 400, /count must be/],
    ["/tasks/cancel", {}, 400, /ids must be a list of 1 to 1000/],
    ["/tasks/cancel", { ids: [] }, 400, /ids must be/],
    ["/tasks/cancel", { ids: "1" }, 400, /ids must be/],
    ["/tasks/cancel", { ids: [1.5] }, 400, /ids must be/],
    ["/tasks/cancel", { ids: [-1] }, 400, /ids must be/],
    ["/tasks/cancel", { ids: [null] }, 400, /ids must be/],
    ["/tasks/cancel", { ids: Array(1_001).fill(1) }, 400, /ids must be/],
    ["/tasks/bury", { ids: [1] }, 400, /error must be a text/],
    [
      "/tasks/bury",
      { ids: [1], error: "x".repeat(5_000) },
      400,
      /error must be a text of 1 to 4096/,
    ],
    ["/queues/1/settings", { weight: 0 }, 400, /weight must be a number from 0\.001/],
    ["/queues/1/settings", { weight: "2" }, 400, /weight must be/],
    ["/queues/1/settings", { targetDelayMs: 0.5 }, 400, /targetDelayMs must be whole milliseconds/],
    ["/queues/1/settings", { maxProcessors: -1 }, 400, /maxProcessors must be/],
    ["/queues/1/settings", { minProcessors: 5, maxProcessors: 2 }, 400, /must not be above/],
    ["/queues/1/settings", { colour: 1 }, 400, /no field "colour"/],
    ["/queues/1/tasks", {}, 400, /either a payload/],
    ["/queues/1/tasks", { base64: "", payload: {} }, 400, /either a payload/],
    ["/queues/1/tasks", { base64: "*" }, 400, /base64 must be base64/],
    ["/queues/1/tasks", { base64: 5 }, 400, /base64 must be base64/],
    [
      "/queues/1/tasks",
      { base64: "", priority: 256 },
      400,
      /priority must be a whole number from 0 to 255/,
    ],
    ["/queues/1/tasks", { base64: "", delayMs: -1 }, 400, /delayMs must be/],
    ["/queues/1/tasks", { base64: "", key: "" }, 400, /key must be a text/],
    ["/queues/1/tasks", { base64: "", key: "é".repeat(300) }, 400, /bytes of UTF-8/],
    ["/queues/1/tasks", { base64: "", queueNum: 2 }, 400, /no field "queueNum"/],
    ["/reports?x=1", {}, 400, /no parameter "x"/],
    ["/reports", {}, 400, /This is no report: service must be a text/],
    ["/reports", { service: "a", name: "b", instance: "c" }, 400, /maxProcessors must be/],
    ["/dance", {}, 404, /nothing here/],
  ])("POST %s %j", async (path, body, status, complaint) => {
    await using world = await createHttpWorld();
    const reply = await world.post(`/api/v1${path}`, body);
    expect(reply).toMatchObject({ status, body: { error: expect.stringMatching(complaint) } });
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
  });

  it("a body that is not UTF-8 is refused, not changed", async () => {
    await using world = await createHttpWorld();
    const body = Buffer.concat([
      Buffer.from('{"key":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('","base64":""}'),
    ]);
    const headers = { "content-type": "application/json" };
    const reply = await world.call("POST", "/api/v1/queues/1/tasks", { headers, body });
    expect(reply).toMatchObject({ status: 400, body: { error: "The body is not UTF-8." } });
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
  });

  it.each(["/healthz", "/readyz"])("HEAD %s is what probes ask", async (path) => {
    await using world = await createHttpWorld();
    await world.clock.advance(10);
    const reply = await world.call("HEAD", path);
    expect([reply.status, reply.text]).toEqual([200, ""]);
  });

  it.each(["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"])("%s is not taken", async (method) => {
    await using world = await createHttpWorld();
    const reply = await world.call(method, "/api/v1/queues/1/tasks");
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("GET, POST");
  });
});

describe("requests that are too large", () => {
  it("get a 413 that names the limit, and are not read to their end", async () => {
    await using world = await createHttpWorld();
    const body = JSON.stringify({ ids: [1], error: "x".repeat(100_000) });
    const reply = await world.post("/api/v1/tasks/bury", body);
    expect(reply).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining("65536 bytes") },
    });
    expect(reply.headers.get("connection")).toBe("close");
  });

  it("a payload of the largest size goes, and one byte more does not", async () => {
    await using world = await createHttpWorld();
    const put = (size: number) =>
      world.post("/api/v1/queues/1/tasks", { base64: Buffer.alloc(size).toString("base64") });
    expect((await put(1024 * 1024)).status).toBe(200);
    expect(await put(1024 * 1024 + 1)).toMatchObject({
      status: 413,
      body: { code: "PAYLOAD_TOO_LARGE" },
    });
  });

  it("deep JSON does no harm", async () => {
    await using world = await createHttpWorld();
    const deep = `{"ids":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    expect((await world.post("/api/v1/tasks/cancel", deep)).status).toBe(400);
  });
});

describe("what is no HTTP", () => {
  it.each([
    ["nonsense", "\u0000\u0001\u0002 nonsense\r\n\r\n"],
    ["a header without end", `GET /healthz HTTP/1.1\r\nhost: x\r\na: ${"y".repeat(40_000)}`],
    [
      "two lengths",
      "POST /api/v1/reports HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}",
    ],
  ])("%s is answered by a 4xx or cut off, and the server lives", async (_, bytes) => {
    await using world = await createHttpWorld();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(world.port, "127.0.0.1", () => socket.write(bytes));
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
      socket.on("error", () => {});
    });
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d|$)/);
    expect((await world.get("/healthz")).status).toBe(200);
  });

  it("a body that breaks off harms nobody", async () => {
    await using world = await createHttpWorld();
    const head =
      "POST /api/v1/queues/1/pause HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    await new Promise<void>((resolve) => {
      const socket = connect(world.port, "127.0.0.1", () => {
        socket.write(head, () => {
          socket.destroy();
          resolve();
        });
      });
    });
    expect((await world.get("/healthz")).status).toBe(200);
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
  });
});
