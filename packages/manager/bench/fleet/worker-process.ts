import { setTimeout as busy } from "node:timers/promises";
import { createHttpLink } from "@queue/manager/link";
import { bindQueue, perTask, silentLogger, Worker } from "@queue/runtime";
import { openStorage } from "./open-storage.js";
import { QUEUES } from "./queues.js";

// A worker of the fleet, until its parent ends it: by SIGTERM, by SIGKILL, or by going away.
const [storageText = "", managerUrl = "", name = "", timeoutMs] = process.argv.slice(2);
const storage = await openStorage(storageText);
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
process.once("disconnect", () => process.exit(1));

const worker = new Worker({
  service: "fleet",
  name,
  storage,
  maxProcessors: 8,
  batchSize: 1,
  visibilityTimeoutMs: Number(timeoutMs),
  logger: silentLogger,
  manager: createHttpLink({ urls: [managerUrl] }),
  queues: QUEUES.map(({ queueNum, name, weight, targetDelayMs, busyMs }) =>
    bindQueue(
      { queueNum, name, decode: () => ({}) },
      perTask(async () => {
        await busy(busyMs);
      }),
      { weight, targetDelayMs },
    ),
  ),
});
process.send?.("ready");
await worker.run(stop.signal);
await storage.close();
process.disconnect();
