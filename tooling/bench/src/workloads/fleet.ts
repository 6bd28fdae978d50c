import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "@queue/runtime";
import type { Endpoint } from "../contender.js";
import { openStorage, textQueue } from "../contenders/ours.js";
import { cpuTimeOf } from "../cpu-time.js";

/** Percent of a core that workers with nothing to do cost, each with connections of its own. */
export async function idleFleet(
  endpoint: Endpoint,
  { workers, seconds }: { readonly workers: number; readonly seconds: number },
): Promise<{ readonly client: number; readonly server: number }> {
  const fleet = Array.from({ length: workers }, (_, at) => {
    const storage = openStorage(endpoint);
    const queue = textQueue(async () => ({ processed: 0, errors: 0, retried: 0, durationMs: 0 }));
    const worker = new Worker({ service: "fleet", name: `w${at}`, storage, queues: [queue] });
    return { storage, worker, running: worker.run() };
  });
  await Promise.all(fleet.map(({ worker }) => worker.untilIdle()));
  await pause(2_000);
  const serverBefore = cpuTimeOf(endpoint.pid);
  const before = process.cpuUsage();
  const start = performance.now();
  await pause(seconds * 1_000);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const server = cpuTimeOf(endpoint.pid) - serverBefore;
  await Promise.all(fleet.map(({ worker }) => worker.gracefulStop()));
  await Promise.all(fleet.map(({ running }) => running));
  await Promise.all(fleet.map(({ storage }) => storage.close()));
  return { client: (user + system) / (ms * 10), server: server / (ms * 10) };
}

/** Takes the next task and tells; its handler never ends and its lease is renewed all the time. */
export async function hold(
  endpoint: Endpoint,
  { visibilityTimeoutMs }: { readonly visibilityTimeoutMs: number },
): Promise<void> {
  const storage = openStorage(endpoint);
  await new Promise<void>((held) => {
    const queue = textQueue(() => {
      held();
      return new Promise(() => {});
    });
    const settings = { visibilityTimeoutMs, batchSize: 1 };
    void new Worker({ service: "hold", name: "w", storage, queues: [queue], ...settings }).run();
  });
}
