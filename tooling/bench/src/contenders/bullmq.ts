import { Queue, Worker } from "bullmq";
import type { Contender, Endpoint } from "../contender.js";

const QUEUE = "bench";

export function openBullmq({ host, port }: Endpoint): Contender {
  const connection = { host, port, maxRetriesPerRequest: null };
  const queue = new Queue(QUEUE, {
    connection,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  return {
    async putMany(texts, delayMs) {
      const opts = delayMs === undefined ? {} : { opts: { delay: delayMs } };
      await queue.addBulk(texts.map((text) => ({ name: "task", data: { text }, ...opts })));
    },
    async putOne(text) {
      await queue.add("task", { text });
    },
    async consume({ batch }, handle, settled) {
      const worker = new Worker<{ text: string }>(QUEUE, async ({ data }) => handle(data.text), {
        connection,
        concurrency: batch,
      });
      // Emitted when the script that ends the job has been answered.
      worker.on("completed", () => settled(1));
      worker.on("error", () => {}); // of a server that was killed on purpose
      await worker.waitUntilReady();
      return { flush: async () => {}, stop: () => worker.close() };
    },
    close: () => queue.close(),
  };
}
