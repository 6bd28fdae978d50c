import { Manager } from "@queue/manager";
import { bindQueue, perTask, Worker } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";

const storage = createMemoryStorage();
const stop = new AbortController();
const manager = new Manager({ storage });

const greetings = bindQueue(
  { queueNum: 1, name: "greetings", decode: () => ({}) },
  perTask(async () => {
    console.log("hello");
    stop.abort();
  }),
);
const worker = new Worker({
  service: "hello",
  name: "main",
  storage,
  queues: [greetings],
  maxProcessors: 4,
  manager: manager.link(), // in another process: createHttpLink({ urls, token }) of @queue/manager/link
});

await storage.putTask({ queueNum: 1, data: new Uint8Array() });
await Promise.all([worker.run(stop.signal), manager.run(stop.signal)]);
await storage.close();
