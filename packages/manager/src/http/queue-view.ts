import type { QueueStat, Stats, TaskInfo } from "@queue/runtime";
import type { NameOf } from "../allocation/explain.js";
import type { KnownWorker } from "../worker-roster.js";
import { type Payloads, showPayload } from "./payloads.js";

/** How long the oldest ready task has waited. */
export function lagOf({ oldestReadyAt }: QueueStat, now: number): number {
  return oldestReadyAt === null ? 0 : Math.max(0, now - oldestReadyAt.getTime());
}

/** Length, dead letters and lag: of each queue, and of all (lag: the largest). */
export function statsView({ queueStats }: Stats, now: number, nameOf: NameOf) {
  const queues = [...queueStats.values()]
    .sort((a, b) => a.queueNum - b.queueNum)
    .map((stat) => ({
      ...stat,
      name: nameOf(stat.queueNum),
      length: stat.totalTasks - stat.deadTasks,
      lagMs: lagOf(stat, now),
    }));
  return {
    at: new Date(now),
    total: {
      length: queues.reduce((sum, { length }) => sum + length, 0),
      deadTasks: queues.reduce((sum, { deadTasks }) => sum + deadTasks, 0),
      lagMs: Math.max(0, ...queues.map(({ lagMs }) => lagMs)),
    },
    queues,
  };
}

/** A task without its payload, unless that is asked for: what tasks carry is nobody's business by default. */
export function taskView(
  { data, ...task }: TaskInfo,
  asked: boolean,
  payloads: Payloads | undefined,
  nameOf: NameOf,
) {
  const queueName = nameOf(task.queueNum);
  const payload = asked ? showPayload(payloads, task.queueNum, data) : undefined;
  return { ...task, queueName, payloadBytes: data.byteLength, ...(payload && { payload }) };
}

export function workerView({ report, reportedAt, plan }: KnownWorker, now: number, nameOf: NameOf) {
  const { service, name, instance, maxProcessors, processors, inFlight, health, queues } = report;
  return {
    ...{ service, name, instance, maxProcessors, processors, inFlight, health },
    queues: queues.map(({ queueNum }) => ({ queueNum, name: nameOf(queueNum) })),
    silentMs: now - reportedAt,
    plan,
    follows: report.plan && { term: report.plan.term, seq: report.plan.seq },
  };
}
