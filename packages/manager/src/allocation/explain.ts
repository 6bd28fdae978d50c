import type { QueueNum } from "@queue/runtime";
import type { Allocation, QueueAllocation } from "./allocate.js";

/** What a queue is called, where somebody knows. */
export type NameOf = (queueNum: QueueNum) => string | null | undefined;

/** A plan's reasons in words: a line per queue that has tasks, arrivals or homes. */
export function explain({ queues, workers, moved }: Allocation, nameOf?: NameOf): string[] {
  const [homes, floating] = [...workers.values()].reduce<[number, number]>(
    ([home, float], worker) => [home + sum(worker.homes.values()), float + worker.floating],
    [0, 0],
  );
  const head = `${count(workers.size, "worker")}: ${count(homes, "processor")} at home, ${floating} floating; ${moved} moved by this plan.`;
  const lines = queues.filter(isOfInterest).map((queue) => explainQueue(queue, nameOf));
  return [head, ...lines];
}

function isOfInterest({ demand, homes, before, unusable }: QueueAllocation): boolean {
  return unusable || homes > 0 || before > 0 || demand.ready > 0 || demand.arrivalsPerSecond > 0;
}

export function explainQueue(queue: QueueAllocation, nameOf?: NameOf): string {
  const { demand, homes, before } = queue;
  const name = nameOf?.(demand.queueNum);
  const change = homes === before ? "as before" : `${before} before`;
  const head = `queue ${demand.queueNum}${name ? ` (${name})` : ""}: ${count(homes, "processor")} at home, ${change}.`;
  if (queue.unusable)
    return `${head} Its statistics make no sense, so it has an equal share of ${queue.wanted}.`;
  return [head, situation(queue), prediction(queue), restraint(queue)]
    .filter((part) => part !== "")
    .join(" ");
}

function situation({ demand, load }: QueueAllocation): string {
  const { ready, oldestReadyAgeMs, arrivalsPerSecond, busySecondsPerTask } = demand;
  const waiting =
    ready === 0 ? "Nothing waits" : `${ready} wait, the oldest for ${seconds(oldestReadyAgeMs)}`;
  const flow = `${figure(arrivalsPerSecond)} arrive a second and take ${figure(busySecondsPerTask)} s each, which keeps ${figure(load)} processors busy`;
  return `${waiting}; ${flow}.`;
}

function prediction({ demand, homes, need, predictedDelayMs }: QueueAllocation): string {
  if (need === 0) return "";
  const { targetDelayMs, weight } = demand;
  const wanted = `Half its target delay of ${seconds(targetDelayMs)}${weight === 1 ? "" : ` (weight ${figure(weight)})`} needs ${need}`;
  return `${wanted}; with ${homes} a new task waits for about ${seconds(predictedDelayMs)}.`;
}

/** Why it is not what was wanted, or not what it needs now. */
function restraint(queue: QueueAllocation): string {
  const { demand, homes, wanted, need, recentNeed } = queue;
  if (homes < wanted)
    return `It should have ${wanted}: a tenth of the processors moves per plan, none from a queue that has just grown.`;
  if (homes > wanted) return `${wanted} would do: the others stay until another queue wants them.`;
  if (homes === demand.maxProcessors && homes < need) return `${homes} is its maximum.`;
  if (homes === demand.minProcessors && homes > need) return `${homes} is its minimum.`;
  if (homes < need) return "There are not enough for all; one more gains more elsewhere.";
  if (homes > need && recentNeed > need) return `Within the last 30 s it needed ${recentNeed}.`;
  return "";
}

function seconds(ms: number): string {
  return ms >= 120_000 ? `${figure(ms / 60_000)} min` : `${figure(ms / 1_000)} s`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(value < 1_000 ? 2 : 3)));
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
