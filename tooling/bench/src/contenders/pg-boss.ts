import PgBoss from "pg-boss";
import type { Contender, Endpoint } from "../contender.js";

const QUEUE = "bench";
/** Loops of fetch and complete; `work` itself asks at most twice a second. */
const LOOPS = 2;

export async function openPgBoss({ host, port }: Endpoint): Promise<Contender> {
  const boss = new PgBoss({
    host,
    port,
    user: "bench",
    database: "bench",
    max: 10,
    supervise: false,
    schedule: false,
  });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(QUEUE);
  return {
    async putMany(texts, delayMs) {
      const startAfter =
        delayMs === undefined ? {} : { startAfter: new Date(Date.now() + delayMs) };
      await boss.insert(texts.map((text) => ({ name: QUEUE, data: { text }, ...startAfter })));
    },
    async putOne(text) {
      await boss.send(QUEUE, { text });
    },
    async consume({ batch, prompt = false }, handle, settled) {
      let stopping = false;
      const loop = async () => {
        while (!stopping) {
          const jobs = await boss.fetch<{ text: string }>(QUEUE, { batchSize: batch });
          if (jobs.length === 0) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            continue;
          }
          await Promise.all(jobs.map(({ data }) => handle(data.text)));
          await boss.complete(
            QUEUE,
            jobs.map(({ id }) => id),
          );
          settled(jobs.length);
        }
      };
      const loops = Array.from({ length: prompt ? 1 : LOOPS }, loop);
      return {
        flush: async () => {},
        async stop() {
          stopping = true;
          await Promise.all(loops);
        },
      };
    },
    close: () => boss.stop({ graceful: false }),
  };
}
