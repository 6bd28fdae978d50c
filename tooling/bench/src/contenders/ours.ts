import { type BatchHandler, bindQueue, type HandledTask, Worker } from "@queue/runtime";
import { createTarantoolStorage } from "@queue/storage-tarantool";
import type { Contender, Endpoint } from "../contender.js";

export const QUEUE = 1;
/** Tasks that are being handled at once, whatever the size of batches. */
const IN_FLIGHT = 800;

type TextTask = HandledTask & { readonly text: string };

/** A storage on the server of the benchmark. */
export function openStorage({ host, port }: Endpoint) {
  return createTarantoolStorage({ host, port, user: "queue", password: "queue" });
}

/** A queue whose payloads are texts. */
export function textQueue(handler: BatchHandler<TextTask>) {
  const decode = (data: Uint8Array) => ({
    text: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("latin1"),
  });
  return bindQueue({ queueNum: QUEUE, name: "bench", decode }, handler);
}

/** A Worker with a batch handler that settles each batch by one call. */
export function openOurs(endpoint: Endpoint): Contender {
  const storage = openStorage(endpoint);
  const request = (text: string, delayMs = 0) => {
    const data = Buffer.from(text, "latin1");
    return delayMs === 0 ? { queueNum: QUEUE, data } : { queueNum: QUEUE, data, delayMs };
  };
  return {
    async putMany(texts, delayMs) {
      await storage.putTasks(texts.map((text) => request(text, delayMs)));
    },
    async putOne(text) {
      await storage.putTask(request(text));
    },
    async consume({ batch, prompt = false }, handle, settled) {
      const queue = textQueue(async (_ctx, batchStorage, tasks) => {
        const running = tasks.map(({ text }) => handle(text)).filter((one) => one !== undefined);
        if (running.length > 0) await Promise.all(running);
        const { settled: count } = await batchStorage.doneTask(tasks.map(({ taskId }) => taskId));
        settled(count);
        return { processed: count, errors: 0, retried: 0, durationMs: 0 };
      });
      const worker = new Worker({
        service: "bench",
        name: "worker",
        storage,
        queues: [queue],
        batchSize: batch,
        maxProcessors: prompt ? 2 : IN_FLIGHT / batch,
      });
      const running = worker.run();
      return {
        flush: async () => {},
        async stop() {
          await worker.gracefulStop();
          await running;
        },
      };
    },
    close: () => storage.close(),
  };
}
