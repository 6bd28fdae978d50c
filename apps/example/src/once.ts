import { setTimeout as pause } from "node:timers/promises";
import type { FullStorage, QueueStat } from "@queue/runtime";
import { createConsoleLogger } from "./console-logger.js";
import { putEmailsMany, putNotificationsMany } from "./generated/contract.gen.js";
import { demoEmail, demoNotification } from "./load.js";
import { openStorage, type StorageChoice } from "./open-storage.js";
import { createService } from "./service.js";
import { recordWaitingTimes, type WaitingTimes } from "./waiting-times.js";

const EMAILS = 2_000;
const NOTIFICATIONS = 1_000;
const TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** Processes a fixed load, prints a summary and resolves to the exit code. */
export async function once(choice: StorageChoice, stop: AbortSignal): Promise<number> {
  const waits = recordWaitingTimes();
  const logger = createConsoleLogger();
  const { storage, close } = await openStorage(choice, logger);
  const { worker } = createService(storage, logger, waits.middleware);
  await worker.init();
  const running = worker.run();
  const startedAt = performance.now();
  await putLoad(storage);
  const left = await Promise.race([
    running.then(() => tasksLeft(storage)),
    untilDone(storage, stop),
  ]);
  const tookMs = performance.now() - startedAt;
  await worker.gracefulStop();
  const stats = [...(await storage.getStat()).queueStats.values()];
  await close();
  console.log(summary(stats, waits, tookMs));
  if (left === 0) return 0;
  const why = stop.aborted ? "Interrupted" : `Not finished within ${TIMEOUT_MS / 1_000} s`;
  console.error(`${why}: ${left} tasks are left.`);
  return 1;
}

async function putLoad(storage: FullStorage): Promise<void> {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  await Promise.all([
    putEmailsMany(storage, numbers(EMAILS).map(demoEmail)),
    putNotificationsMany(storage, numbers(NOTIFICATIONS).map(demoNotification)),
  ]);
}

/** Resolves to the number of tasks that are left: 0, or more when the time is up. */
async function untilDone(storage: FullStorage, stop: AbortSignal): Promise<number> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const left = await tasksLeft(storage);
    if (left === 0 || stop.aborted || performance.now() > deadline) return left;
    await pause(POLL_MS);
  }
}

/** Dead letters count: a load of which something died is not done. */
async function tasksLeft(storage: FullStorage): Promise<number> {
  const { queueStats } = await storage.getStat();
  return sum([...queueStats.values()], (stat) => stat.totalTasks);
}

function sum(stats: readonly QueueStat[], of: (stat: QueueStat) => number): number {
  return stats.reduce((total, stat) => total + of(stat), 0);
}

function summary(stats: readonly QueueStat[], waits: WaitingTimes, tookMs: number): string {
  const done = sum(stats, (stat) => stat.doneTotal);
  const retried = sum(stats, (stat) => stat.retriedTotal);
  const ms = (share: number) => `${waits.quantileMs(share)} ms`;
  return [
    `tasks         ${done} done (${EMAILS} emails and ${NOTIFICATIONS} notifications were put)`,
    `failures      ${retried}, retried after a pause`,
    `throughput    ${Math.round((done * 1_000) / tookMs)} tasks/s, ${Math.round(tookMs)} ms in all`,
    `waiting time  p50 ${ms(0.5)}, p95 ${ms(0.95)}, max ${ms(1)} (from put to handler)`,
  ].join("\n");
}
