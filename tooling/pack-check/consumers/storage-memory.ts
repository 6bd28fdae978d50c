// Uses @queue/storage-memory as a producer and a worker of one process do.
import assert from "node:assert/strict";
import { createMemoryStorage } from "@queue/storage-memory";

const storage = createMemoryStorage();
const taskId = await storage.putTask({ queueNum: 1, data: new TextEncoder().encode("hello") });

// @ts-expect-error Ids are numbers: were the type lost, this would compile.
const text: string = taskId;
assert.equal(typeof text, "number");

const tasks = await storage.getTask(1, 10);
assert.deepEqual(
  tasks.map((task) => new TextDecoder().decode(task.data)),
  ["hello"],
);
assert.deepEqual(await storage.doneTask(tasks), { settled: 1, lost: [] });
assert.equal((await storage.getStat()).queueStats.get(1)?.totalTasks, 0);
await storage.close();
await assert.rejects(storage.getTask(1, 1), { name: "QueueError", code: "CLOSED" });

console.log("ok");
