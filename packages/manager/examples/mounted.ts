import { createServer } from "node:http";
import { createManagerServer, Manager } from "@queue/manager";
import { createMemoryStorage } from "@queue/storage-memory";

const storage = createMemoryStorage();
const stop = new AbortController();
const manager = new Manager({ storage });
const api = createManagerServer({ manager, storage, basePath: "/queues" });

const server = createServer((request, response) => {
  if (request.url?.startsWith("/queues/")) api.handle(request, response);
  else response.end("your own service\n");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
const running = manager.run(stop.signal);

const address = server.address();
const port = typeof address === "object" ? address?.port : undefined;
const stats = await fetch(`http://127.0.0.1:${port}/queues/api/v1/stats`);
console.log(stats.status, await stats.json());

stop.abort();
api.close();
server.close();
await running;
await storage.close();
