// Opens a storage, uses it in every state, closes it, and has to end by itself. Argument: its options.
import { createTarantoolStorage } from "@queue/storage-tarantool";

process.on("unhandledRejection", (error) => {
  console.log("unhandled", error);
});
const [, , options, freezePid] = process.argv;
const storage = createTarantoolStorage(JSON.parse(options));
const abort = new AbortController();
const calls = [
  storage.putTask({ queueNum: 1, data: Buffer.from("x") }),
  storage.getTask(1, 1),
  storage.getTask(1, 1, { signal: abort.signal }),
  storage.waitTask([2], { timeoutMs: 600_000 }),
];
const settled = Promise.allSettled(calls);
await new Promise((resolve) => setTimeout(resolve, 200));
if (freezePid) process.kill(Number(freezePid), "SIGSTOP");
abort.abort();
const late = storage.getStat().catch(() => {});
await storage.close();
await Promise.all([settled, late]);
console.log("closed");
