import { createTarantoolStorage } from "@queue/storage-tarantool";

const EMAILS = 1;
const storage = createTarantoolStorage({
  host: "127.0.0.1",
  port: Number(process.env.TARANTOOL_PORT ?? 3301),
  user: "queue",
  password: "queue",
});

// With a put id it may be repeated: a put whose answer is lost is put once all the same.
const data = new TextEncoder().encode("hello");
await storage.putTask({ queueNum: EMAILS, data, putId: "order-17" });
await storage.putTask({ queueNum: EMAILS, data, putId: "order-17" });

const tasks = await storage.getTask(EMAILS, 10);
for (const task of tasks)
  console.log(`task ${task.taskId}: ${new TextDecoder().decode(task.data)}`);
await storage.doneTask(tasks);

const stat = (await storage.getStat()).queueStats.get(EMAILS);
console.log(`${stat?.putTotal} put, ${stat?.doneTotal} done`);
await storage.close();
