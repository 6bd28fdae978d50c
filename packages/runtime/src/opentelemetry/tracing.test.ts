import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { afterEach, expect, test } from "vitest";
import { createWorld, doAll, textQueue } from "../../test/worker/world.js";
import { withPutMiddleware } from "../index.js";
import { drain } from "../testing/index.js";
import { traceBatches, tracePuts } from "./index.js";

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
afterEach(() => exporter.reset());

const data = new TextEncoder().encode("hello");

test("the span of a batch is linked to the spans that put its tasks", async () => {
  const world = createWorld();
  const storage = withPutMiddleware(world.storage, tracePuts());
  const taskId = await storage.putTask({ queueNum: 1, data, headers: { mine: "kept" } });
  await storage.putTasks([{ queueNum: 1, data }]);
  expect((await storage.peekTask([taskId]))[0]?.headers).toEqual({
    mine: "kept",
    traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  });
  await using worker = world.worker([textQueue(1, doAll)]).use(traceBatches());
  await drain(worker);

  const [first, second, batch] = exporter.getFinishedSpans();
  expect([first?.name, second?.name, batch?.name]).toEqual(["send 1", "send 1", "process queue-1"]);
  expect(batch?.kind).toBe(SpanKind.CONSUMER);
  expect(batch?.attributes).toMatchObject({
    "messaging.operation.type": "process",
    "messaging.batch.message_count": 2,
  });
  const origins = batch?.links.map((link) => link.context.spanId);
  expect(origins).toEqual([first?.spanContext().spanId, second?.spanContext().spanId]);
});

test("a put made by a handler belongs to the trace of its batch", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const storage = withPutMiddleware(world.storage, tracePuts());
  const queue = textQueue(1, async (ctx, batch, tasks) => {
    await batch.putTask({ queueNum: 2, data });
    return doAll(ctx, batch, tasks);
  });
  await using worker = world.worker([queue], { storage }).use(traceBatches());
  await drain(worker);
  const [put, batch] = exporter.getFinishedSpans();
  expect(put?.parentSpanContext?.spanId).toBe(batch?.spanContext().spanId);
});

test("a handler that throws leaves a span with the error", async () => {
  const world = createWorld();
  await world.put(1, "one");
  const queue = textQueue(1, () => Promise.reject(new Error("no network")));
  await using worker = world.worker([queue]).use(traceBatches());
  await drain(worker);
  expect(exporter.getFinishedSpans()[0]?.status).toEqual({
    code: SpanStatusCode.ERROR,
    message: "no network",
  });
});
