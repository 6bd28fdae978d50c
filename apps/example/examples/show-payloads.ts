import { readFile } from "node:fs/promises";
import { readContract } from "@queue/codegen/contract";
import { createPayloadCodec } from "@queue/runtime/wire";
import { createMemoryStorage } from "@queue/storage-memory";
import { putNotifications } from "../src/generated/contract.gen.js";

const storage = createMemoryStorage();
await putNotifications(storage, { device: "phone-1", text: "Hello" }, { delayMs: 60_000 });

// What a tool does that knows the contract only as a file.
const file = new URL("../contract.yaml", import.meta.url);
const read = readContract(await readFile(file), "contract.yaml");
if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join("\n"));

for (const queue of read.contract.queues) {
  const { decode } = createPayloadCodec(queue);
  const { tasks } = await storage.listTasks(queue.id, "delayed", { limit: 10 });
  for (const { taskId, data } of tasks) console.log(queue.name, taskId, decode(data));
}
await storage.close();
