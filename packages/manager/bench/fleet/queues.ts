import type { QueueNum } from "@queue/runtime";

/** Six queues of different weight and cost; together they keep about 13 of 32 processors busy. */
export interface FleetQueue {
  readonly queueNum: QueueNum;
  readonly name: string;
  readonly weight: number;
  readonly targetDelayMs: number;
  readonly busyMs: number;
  readonly perSecond: number;
}

export const URGENT: FleetQueue = {
  queueNum: 1,
  name: "urgent",
  weight: 10,
  targetDelayMs: 1_000,
  busyMs: 50,
  perSecond: 20,
};

/** The one that floods. */
export const BULK: FleetQueue = {
  queueNum: 6,
  name: "bulk",
  weight: 0.5,
  targetDelayMs: 30_000,
  busyMs: 100,
  perSecond: 10,
};

export const QUEUES: readonly FleetQueue[] = [
  URGENT,
  { queueNum: 2, name: "mail", weight: 2, targetDelayMs: 5_000, busyMs: 200, perSecond: 15 },
  { queueNum: 3, name: "thumbs", weight: 1, targetDelayMs: 10_000, busyMs: 400, perSecond: 8 },
  { queueNum: 4, name: "reports", weight: 1, targetDelayMs: 60_000, busyMs: 2_000, perSecond: 1.5 },
  { queueNum: 5, name: "sync", weight: 1, targetDelayMs: 10_000, busyMs: 100, perSecond: 20 },
  BULK,
];
