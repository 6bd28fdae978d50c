import BeeQueue from "bee-queue";
import type { Contender, Endpoint } from "../contender.js";

const SETTINGS = { getEvents: false, sendEvents: false, storeJobs: false, removeOnSuccess: true };

export function openBeeQueue({ host, port }: Endpoint): Contender {
  const open = (isWorker: boolean) =>
    new BeeQueue<{ text: string }>("bench", { redis: { host, port }, isWorker, ...SETTINGS });
  const queue = open(false);
  return {
    async putMany(texts) {
      const errors = await queue.saveAll(texts.map((text) => queue.createJob({ text })));
      for (const error of errors.values()) throw error;
    },
    async putOne(text) {
      await queue.createJob({ text }).save();
    },
    async consume({ batch }, handle, settled) {
      const worker = open(true);
      worker.on("succeeded", () => settled(1));
      worker.on("error", () => {});
      await worker.ready();
      worker.process(batch, async ({ data }) => handle(data.text));
      return { flush: async () => {}, stop: () => worker.close(1_000) };
    },
    close: () => queue.close(1_000),
  };
}
