import { perTask, Worker } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { emailsQueue, putEmails } from "./generated/contract.gen.js";

const storage = createMemoryStorage();
const stop = new AbortController();

const emails = emailsQueue(
  perTask(async (task) => {
    console.log(`${task.subject}, to ${task.to}, ${task.copies} copy, ${task.body.length} bytes`);
    stop.abort();
  }),
);

await putEmails(storage, {
  to: "ada@example.com",
  subject: "Hello",
  body: new TextEncoder().encode("How are you?"),
});

const worker = new Worker({ service: "mailer", name: "main", storage, queues: [emails] });
await worker.init();
await worker.run(stop.signal); // until the signal, and then until the last handler has finished
await storage.close();
