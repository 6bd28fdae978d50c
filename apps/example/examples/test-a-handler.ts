import assert from "node:assert/strict";
import { Bury, bindQueue, perTask, Worker } from "@queue/runtime";
import { createManualClock, drain } from "@queue/runtime/testing";
import { createMemoryStorage } from "@queue/storage-memory";

const clock = createManualClock();
const storage = createMemoryStorage({ clock });
const sent: string[] = [];

const letters = bindQueue(
  { queueNum: 7, name: "letters", decode: (data) => ({ to: new TextDecoder().decode(data) }) },
  perTask(async ({ to, attempts }) => {
    if (to === "nobody") throw new Bury("no such address");
    if (attempts === 0) throw new Error("try again");
    sent.push(to);
  }),
);
// Chance held still at the middle of its range, so that the first backoff is exactly a second.
const random = () => 0.5;
const worker = new Worker({
  service: "test",
  name: "main",
  storage,
  queues: [letters],
  clock,
  random,
});

for (const to of ["Ada", "nobody"])
  await storage.putTask({ queueNum: 7, data: new TextEncoder().encode(to) });

await drain(worker); // until nothing ready is left: the retry is a second away
assert.deepEqual(sent, []);
await clock.advance(1_000);
await drain(worker);
assert.deepEqual(sent, ["Ada"]);

const { tasks } = await storage.listTasks(7, "dead", { limit: 10 });
assert.equal(tasks[0]?.error, "no such address");
await worker.shutdown();
