import { QueueError } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { describe, expect, it } from "vitest";
import type { Payloads } from "../src/index.js";
import { createHttpWorld } from "./http-world.js";
import { cuttable, reporting } from "./manager-world.js";

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function deadTask(world: Awaited<ReturnType<typeof createHttpWorld>>, text: string) {
  const { body } = await world.post("/api/v1/queues/1/tasks", { base64: base64(text) });
  await world.post("/api/v1/tasks/bury", { ids: [body.taskId], error: `${text} failed` });
  return body.taskId as number;
}

describe("reading", () => {
  it("stats: length, dead letters and lag of each queue and of all", async () => {
    await using world = await createHttpWorld();
    await world.putMany(1, 3);
    await world.clock.advance(2_000);
    await world.putMany(2, 2);
    await world.clock.advance(1_000);
    await deadTask(world, "x");
    const { body } = await world.get("/api/v1/stats");
    expect(body.total).toEqual({ length: 5, deadTasks: 1, lagMs: 3_000 });
    expect(body.queues).toMatchObject([
      {
        queueNum: 1,
        name: null,
        length: 3,
        readyTasks: 3,
        deadTasks: 1,
        lagMs: 3_000,
        putTotal: 4,
      },
      { queueNum: 2, length: 2, deadTasks: 0, lagMs: 1_000, paused: false },
    ]);
  });

  it("queues: what is wanted of them, what they have, and what they are called", async () => {
    await using world = await createHttpWorld();
    await world.post("/api/v1/queues/1/settings", { weight: 3, maxProcessors: 4 });
    await world.putMany(1, 500);
    const worker = reporting("a", [1]);
    await world.seconds(6, world.manager, [worker]);
    const { body } = await world.get("/api/v1/queues");
    expect(body.queues).toMatchObject([
      {
        queueNum: 1,
        name: "queue-1",
        wish: { weight: 3, targetDelayMs: 10_000, minProcessors: 0, maxProcessors: 4 },
        settings: { weight: 3, maxProcessors: 4 },
        homes: 4,
        readyTasks: 500,
      },
    ]);
    const one = await world.get("/api/v1/queues/1");
    expect(one.body).toEqual(body.queues[0]);
    expect((await world.get("/api/v1/queues/7")).status).toBe(404);
  });

  it("tasks: by state, page by page, with their payloads only if asked", async () => {
    await using world = await createHttpWorld();
    const ids = [];
    for (const text of ["a", "b", "c"]) ids.push(await deadTask(world, text));
    const first = await world.get("/api/v1/queues/1/tasks?state=dead&limit=2");
    expect(first.body.tasks.map((task: { taskId: number }) => task.taskId)).toEqual(
      ids.slice(0, 2),
    );
    expect(first.body.tasks[0]).toMatchObject({
      state: "dead",
      error: "a failed",
      payloadBytes: 1,
    });
    expect(first.text).not.toContain('"payload"');
    expect(first.text).not.toContain('"data"');
    const after = encodeURIComponent(first.body.after);
    const rest = await world.get(
      `/api/v1/queues/1/tasks?state=dead&limit=2&after=${after}&payload=1`,
    );
    expect(rest.body).toMatchObject({
      tasks: [{ taskId: ids[2], payload: { kind: "bytes", base64: base64("c") } }],
      after: null,
    });
    const one = await world.get(`/api/v1/tasks/${ids[0]}?payload=1`);
    expect(one.body).toMatchObject({ taskId: ids[0], payload: { base64: base64("a") } });
    expect((await world.get("/api/v1/tasks/999")).status).toBe(404);
  });

  it("workers and the plan, with its reasons", async () => {
    await using world = await createHttpWorld();
    await world.putMany(1, 500);
    const worker = reporting("a", [1]);
    await world.seconds(6, world.manager, [worker]);
    const { body } = await world.get("/api/v1/workers");
    expect(body).toMatchObject({
      leading: true,
      workers: [
        {
          service: "test",
          name: "main",
          instance: "a",
          maxProcessors: 8,
          queues: [{ queueNum: 1, name: "queue-1" }],
          silentMs: 0,
          health: { status: "ok" },
          plan: { term: 1, homes: { 1: 7 }, floating: 1, stealing: true },
          follows: { term: 1 },
        },
      ],
    });
    const plan = await world.get("/api/v1/plan");
    expect(plan.body).toMatchObject({
      leading: true,
      term: 1,
      workers: { a: { homes: { 1: 7 }, floating: 1 } },
      queues: [{ queueNum: 1, name: "queue-1", homes: 7, demand: { maxProcessors: null } }],
      explanation: [
        expect.stringContaining("1 worker"),
        expect.stringMatching(/^queue 1 \(queue-1\): 7 /),
      ],
    });
  });

  it("metrics: the storage's gauges and the Manager's", async () => {
    await using world = await createHttpWorld();
    await world.putMany(1, 3);
    await world.seconds(6, world.manager, [reporting("a", [1])]);
    const { text, headers } = await world.get("/metrics");
    expect(headers.get("content-type")).toContain("text/plain");
    expect(text).toContain('queue_tasks{queue_num="1",state="ready"} 3');
    expect(text).toContain('queue_oldest_ready_age_seconds{queue_num="1"} 6');
    expect(text).toContain("queue_manager_leading 1");
    expect(text).toContain("queue_manager_workers 1");
    expect(text).toMatch(/queue_manager_homes\{queue_num="1"\} \d/);
  });

  it("metrics: the Manager's own while the storage hangs, before a scrape is given up", async () => {
    const { storage, cut } = cuttable(createMemoryStorage());
    await using world = await createHttpWorld({ storage });
    cut.mode = "hangs";
    const scrape = world.get("/metrics");
    await expect.poll(() => world.clock.pending()).toContain(world.clock.now() + 5_000);
    await world.clock.advance(5_000);
    expect(await scrape).toMatchObject({ status: 200 });
    expect((await scrape).text).toContain("queue_manager_leading 1");
  });

  it("health: alive as long as it answers, ready when it knows its storage and a leader", async () => {
    await using world = await createHttpWorld();
    await world.clock.advance(0);
    expect(await world.get("/readyz")).toMatchObject({
      status: 200,
      body: { ready: true, leading: true },
    });
    await world.storage.close();
    await world.clock.advance(2_000);
    const reply = await world.get("/readyz");
    expect(reply).toMatchObject({ status: 503, body: { storage: "out of reach" } });
    expect((await world.get("/healthz")).status).toBe(200);
    expect(await world.get("/api/v1/stats")).toMatchObject({
      status: 503,
      body: { code: "CLOSED" },
    });
  });

  it("a change whose answer did not come in time says that it may have happened", async () => {
    const { storage, cut } = cuttable(createMemoryStorage());
    await using world = await createHttpWorld({ storage });
    cut.mode = "hangs";
    const put = world.post("/api/v1/queues/1/tasks", { base64: "" });
    let over = false;
    void put.then(() => {
      over = true;
    });
    while (!over) {
      await world.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await put).toMatchObject({
      status: 503,
      body: { code: "UNAVAILABLE", outcome: "unknown" },
    });
  });

  it("events: statistics at once and with every look, until the reader goes", async () => {
    await using world = await createHttpWorld();
    await world.putMany(1, 2);
    await world.clock.advance(2_000);
    const stop = new AbortController();
    const response = await fetch(`${world.url}/api/v1/events`, { signal: stop.signal });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => {
      const text = new TextDecoder().decode((await reader.read()).value);
      expect(text).toMatch(/^event: stats\ndata: .*\n\n$/);
      return JSON.parse(text.slice(text.indexOf("data: ") + 6));
    };
    expect(await next()).toMatchObject({ leading: true, stats: { total: { length: 2 } } });
    await world.putMany(1, 3);
    await world.clock.advance(2_000);
    expect(await next()).toMatchObject({ stats: { total: { length: 5, lagMs: 4_000 } } });
    stop.abort();
  });
});

describe("changing", () => {
  it("puts a task, with all that a task can have", async () => {
    await using world = await createHttpWorld();
    const request = { base64: base64("hi"), delayMs: 5_000, priority: 3, key: "k", ttlMs: 60_000 };
    const { body } = await world.post("/api/v1/queues/7/tasks", request);
    const [task] = await world.storage.peekTask([body.taskId]);
    expect(task).toMatchObject({ queueNum: 7, state: "delayed", priority: 3, key: "k" });
    expect(Buffer.from(task?.data ?? []).toString()).toBe("hi");
    expect(task?.expiresAt).not.toBeNull();
  });

  it("runs delayed tasks now, buries, kicks and cancels", async () => {
    await using world = await createHttpWorld();
    const { taskId } = (await world.post("/api/v1/queues/1/tasks", { base64: "", delayMs: 9_000 }))
      .body;
    const stateOf = async () => (await world.get(`/api/v1/tasks/${taskId}`)).body.state;
    const changed = { changed: 1, skipped: [] };
    expect((await world.post("/api/v1/tasks/run-now", { ids: [taskId] })).body).toEqual(changed);
    expect(await stateOf()).toBe("ready");
    await world.post("/api/v1/tasks/bury", { ids: [taskId], error: "because" });
    expect(await stateOf()).toBe("dead");
    expect((await world.post("/api/v1/queues/1/kick", { ids: [taskId, 99] })).body).toEqual({
      changed: 1,
      skipped: [99],
    });
    await world.post("/api/v1/tasks/bury", { ids: [taskId], error: "again" });
    expect((await world.post("/api/v1/queues/1/kick", { count: 10 })).body.changed).toBe(1);
    expect((await world.post("/api/v1/tasks/cancel", { ids: [taskId] })).body).toEqual(changed);
    expect((await world.get(`/api/v1/tasks/${taskId}`)).status).toBe(404);
  });

  it("pauses and resumes by the storage's own pause, and clears", async () => {
    await using world = await createHttpWorld();
    await world.putMany(1, 5);
    await world.post("/api/v1/queues/1/pause", {});
    expect(await world.storage.getTask(1, 1)).toEqual([]);
    await world.post("/api/v1/queues/1/resume", {});
    expect(await world.storage.getTask(1, 1)).toHaveLength(1);
    expect((await world.post("/api/v1/queues/1/clear", {})).body).toEqual({ changed: 4 });
  });

  it("sets what is wanted of a queue, field by field, and takes it back", async () => {
    await using world = await createHttpWorld();
    await world.post("/api/v1/queues/1/settings", { weight: 2, targetDelayMs: 500 });
    const more = await world.post("/api/v1/queues/1/settings", { maxProcessors: 3, weight: null });
    expect(more.body).toEqual({ settings: { targetDelayMs: 500, maxProcessors: 3 } });
  });
});

describe("with a contract", () => {
  const payloads: Payloads = {
    nameOf: (queueNum) => (queueNum === 1 ? "emails" : undefined),
    decode(queueNum, data) {
      if (queueNum !== 1) return undefined;
      const text = new TextDecoder().decode(data);
      if (!text.startsWith("to:")) throw new QueueError("DECODE", "to: is missing");
      return { to: text.slice(3) };
    },
    policyOf: () => ({}),
    forms: [],
    encode(_, payload) {
      const { to } = payload as { to?: unknown };
      if (typeof to !== "string") throw new QueueError("CONTRACT", "to must be a string");
      return new TextEncoder().encode(`to:${to}`);
    },
  };

  it("payloads are put and shown by their fields, and queues have their names", async () => {
    await using world = await createHttpWorld({ payloads });
    const { body } = await world.post("/api/v1/queues/1/tasks", { payload: { to: "Ada" } });
    const shown = await world.get(`/api/v1/tasks/${body.taskId}?payload=1`);
    expect(shown.body.payload).toEqual({ kind: "decoded", value: { to: "Ada" } });
    expect((await world.get("/api/v1/stats")).body.queues[0].name).toBe("emails");
  });

  it("what does not fit is refused, and what does not decode is shown as bytes with the reason", async () => {
    await using world = await createHttpWorld({ payloads });
    const wrong = await world.post("/api/v1/queues/1/tasks", { payload: { to: 5 } });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: "to must be a string", code: "CONTRACT" },
    });
    const bytes = await world.post("/api/v1/queues/1/tasks", { base64: base64("nonsense") });
    expect(bytes).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("to: is missing") },
    });
    expect((await world.storage.getStat()).queueStats.size).toBe(0);
    const taskId = await world.storage.putTask({
      queueNum: 1,
      data: new TextEncoder().encode("old"),
    });
    expect((await world.get(`/api/v1/tasks/${taskId}?payload=1`)).body.payload).toEqual({
      kind: "bytes",
      base64: base64("old"),
      problem: expect.stringContaining("to: is missing"),
    });
  });

  it("without one, a payload by fields is refused", async () => {
    await using world = await createHttpWorld();
    const reply = await world.post("/api/v1/queues/1/tasks", { payload: {} });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("no contract") },
    });
  });
});

describe("a base path", () => {
  it("is where everything is, and nothing else", async () => {
    await using world = await createHttpWorld({ basePath: "/ops/queues" });
    await world.clock.advance(0);
    expect((await world.get("/ops/queues/api/v1/stats")).status).toBe(200);
    expect((await world.get("/ops/queues/readyz")).status).toBe(200);
    expect((await world.get("/api/v1/stats")).status).toBe(404);
    expect((await world.get("/ops/queuesapi/v1/stats")).status).toBe(404);
  });

  it.each(["queues", "/", "/a/", "/a?b", "/a b"])("is not %j", async (basePath) => {
    await expect(createHttpWorld({ basePath })).rejects.toThrow(/basePath must be like/);
  });
});
