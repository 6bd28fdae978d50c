import { bindQueue, perTask, Worker, withPutMiddleware } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";

// Around every put: each task carries who asked for it.
const storage = withPutMiddleware(createMemoryStorage(), (requests, next) =>
  next(requests.map((request) => ({ ...request, headers: { requestId: "r-17" } }))),
);
const stop = new AbortController();
const greetings = bindQueue(
  { queueNum: 1, name: "greetings", decode: () => ({}) },
  perTask(async () => stop.abort()),
);
const worker = new Worker({ service: "hello", name: "main", storage, queues: [greetings] });

// Around every call of a handler, where tasks are still seen as they were stored.
worker.use(async (batch, next) => {
  const stats = await next();
  for (const { headers } of batch.stored) console.log(`${headers?.requestId}: handled`);
  return stats;
});

await storage.putTask({ queueNum: 1, data: new Uint8Array() });
await worker.run(stop.signal);
await storage.close();
