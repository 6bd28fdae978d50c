import { bindQueue, perTask, Worker } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";

const storage = createMemoryStorage();
const stop = new AbortController();

const greetings = bindQueue(
  {
    queueNum: 1,
    name: "greetings",
    decode: (data) => ({ name: new TextDecoder().decode(data) }),
  },
  perTask(async (task) => {
    // A provider that fails at first: what is thrown here brings the task back after a pause.
    if (task.name === "Grace" && task.attempts === 0) throw new Error("nobody answers");
    console.log(`Hello, ${task.name}!`);
    if (task.name === "Grace") stop.abort();
  }),
);

for (const name of ["Ada", "Grace"])
  await storage.putTask({ queueNum: 1, data: new TextEncoder().encode(name) });

const worker = new Worker({ service: "hello", name: "main", storage, queues: [greetings] });
await worker.init();
await worker.run(stop.signal); // until the signal, and then until the last handler has finished
await storage.close();
