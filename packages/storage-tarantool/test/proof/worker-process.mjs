// Takes tasks and never settles them, until it is killed. Argument: the options of the storage.
import { createTarantoolStorage } from "@queue/storage-tarantool";

const storage = createTarantoolStorage(JSON.parse(process.argv[2]));
const tasks = await storage.getTask(1, 10, { visibilityTimeoutMs: 1_000 });
console.log(JSON.stringify(tasks.map(({ taskId, attempts }) => ({ taskId, attempts }))));
setInterval(() => {}, 1_000);
