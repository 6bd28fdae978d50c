import { createMemoryStorage } from "@queue/storage-memory";

const EMAILS = 1;
const storage = createMemoryStorage();

await storage.putTask({ queueNum: EMAILS, data: new TextEncoder().encode("hello") });
await storage.putTask({
  queueNum: EMAILS,
  data: new TextEncoder().encode("later"),
  delayMs: 60_000,
});

const tasks = await storage.getTask(EMAILS, 10);
for (const task of tasks)
  console.log(`task ${task.taskId}: ${new TextDecoder().decode(task.data)}`);
await storage.doneTask(tasks);

const stat = (await storage.getStat()).queueStats.get(EMAILS);
console.log(`${stat?.doneTotal} done, ${stat?.delayedTasks} delayed`);
await storage.close();
