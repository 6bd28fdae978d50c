import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import type { Contender, Endpoint } from "../contender.js";

const silent = new Logger(() => () => {});

export async function openGraphileWorker({ host, port }: Endpoint): Promise<Contender> {
  const pgPool = new pg.Pool({ host, port, user: "bench", database: "bench", max: 10 });
  pgPool.on("error", () => {});
  const utils = await makeWorkerUtils({ pgPool, logger: silent });
  await utils.migrate();
  return {
    async putMany(texts, delayMs) {
      const runAt = delayMs === undefined ? {} : { runAt: new Date(Date.now() + delayMs) };
      await utils.addJobs(
        texts.map((text) => ({ identifier: "task", payload: { text }, ...runAt })),
      );
    },
    async putOne(text) {
      await utils.addJob("task", { text });
    },
    async consume({ batch, prompt = false }, handle, settled) {
      const runner = await run({
        pgPool,
        logger: silent,
        noHandleSignals: true,
        preset: {
          worker: {
            concurrentJobs: prompt ? 10 : Math.min(batch, 24),
            pollInterval: prompt ? 2_000 : 100,
            ...(prompt ? {} : { localQueue: { size: 500 }, completeJobBatchDelay: 0 }),
          },
        },
        taskList: { task: async (payload) => handle((payload as { text: string }).text) },
      });
      runner.events.on("job:complete", () => settled(1));
      let stopped: Promise<void> | undefined;
      const stop = () => {
        stopped ??= runner.stop();
        return stopped;
      };
      // Ends are written in batches behind the event; stopping waits for them.
      return { flush: stop, stop };
    },
    async close() {
      await utils.release();
      await pgPool.end();
    },
  };
}
