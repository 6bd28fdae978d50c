import { OURS } from "../line-up.js";
import { figureOf, median, type Result } from "../result.js";

/** A promise of the design, and what was seen. */
export interface Verdict {
  readonly promise: string;
  readonly seen: number;
  readonly floor: number;
  readonly goal?: number;
  /** `x`: a ratio to a peer, of medians. */
  readonly unit: string;
  readonly better: "more" | "less";
}

type Ratio = readonly [workload: string, peer: string, floor: number, goal: number];

/** Ours to the peer's: more is better. Our drain in batches of 10 goes against the peers' own best drain. */
const RATES: readonly (Ratio | readonly [...Ratio, ofPeer: string])[] = [
  ["drain", "BullMQ", 5, 7],
  ["drain", "graphile-worker", 2.5, 3.5],
  ["drain", "beanstalkd", 1.5, 2],
  ["drain", "yardstick", 0.6, 1],
  ["drain, batch 10", "BullMQ", 3.5, 5, "drain"],
  ["drain, batch 10", "graphile-worker", 1.7, 2.5, "drain"],
  ["drain, batch 10", "beanstalkd", 1, 1.3, "drain"],
  ["bulk put by 100", "BullMQ", 6, 10],
  ["bulk put by 100", "graphile-worker", 3, 5],
  ["bulk put by 100", "beanstalkd", 1.5, 2.5],
  ["single puts", "BullMQ", 3, 5],
  ["single puts", "bee-queue", 1, 1.5],
  ["single puts", "beanstalkd", 1, 1.5],
  ["single puts", "graphile-worker", 30, 50],
  ["single puts", "pg-boss", 30, 50],
];
/** The same for times: less is better. */
const TIMES: readonly Ratio[] = [
  ["latency p50", "BullMQ", 1, 0.75],
  ["latency p99", "BullMQ", 1.2, 1],
  ["lateness p99", "BullMQ", 1, 0.3],
];

/** All that this result can say something about. */
export function verdicts(result: Result): Verdict[] {
  const value = (workload: string, who = OURS) =>
    median(figureOf(result, workload, who)?.values ?? []);
  const rates = RATES.map(([workload, peer, floor, goal, ofPeer = workload]) => ({
    promise: `${workload}, to ${peer}`,
    seen: value(workload) / value(ofPeer, peer),
    floor,
    goal,
    unit: "x",
    better: "more" as const,
  }));
  const times = TIMES.map(([workload, peer, floor, goal]) => ({
    promise: `${workload}, to ${peer}`,
    seen: value(workload) / value(workload, peer),
    floor,
    goal,
    unit: "x",
    better: "less" as const,
  }));
  const less = { better: "less" as const };
  const heap = figureOf(result, "worker's heap", OURS)?.values ?? [];
  const warm = heap.slice(Math.floor(heap.length / 5));
  const own: Verdict[] = [
    {
      promise: "slowdown from 10,000 to 1,000,000 waiting",
      seen: value("put, get, done; few waiting") / value("put, get, done; many waiting"),
      floor: 1.3,
      goal: 1.1,
      unit: "x",
      ...less,
    },
    {
      promise: "100,000 due in one second, to the plain rate",
      seen: value("drain of due in one second") / value("drain of ready"),
      floor: 0.6,
      goal: 0.8,
      unit: "x",
      better: "more",
    },
    {
      promise: "delayed tasks that came early",
      seen: value("delayed tasks that came early"),
      floor: 0,
      unit: "",
      ...less,
    },
    {
      promise: "idle fleet of 100, client",
      seen: value("idle fleet, client"),
      floor: 2,
      goal: 0.5,
      unit: "%",
      ...less,
    },
    {
      promise: "idle fleet of 100, server",
      seen: value("idle fleet, server"),
      floor: 2,
      goal: 0.5,
      unit: "%",
      ...less,
    },
    {
      promise: "take-over after kill -9",
      seen: value("take-over") / 1_000,
      floor: 12,
      unit: "s",
      ...less,
    },
    {
      promise: "growth of the worker's heap after warm-up",
      seen: 100 * ((warm.at(-1) ?? Number.NaN) / (warm[0] ?? Number.NaN) - 1),
      floor: 20,
      unit: "%",
      ...less,
    },
  ];
  return [...rates, ...times, ...own].filter(({ seen }) => !Number.isNaN(seen));
}

export function reaches({ seen, better }: Verdict, mark: number | undefined): boolean {
  if (mark === undefined) return false;
  return better === "more" ? seen >= mark : seen <= mark;
}
