import { show } from "./guard/arguments.js";
import { LIMITS } from "./limits.js";
import type { Plan } from "./manager-link.js";
import type { QueueNum } from "./storage.js";

/** A plan as it arrived, or what is wrong with it: a link may answer anything. */
export function checkPlan(answer: unknown): { readonly plan: Plan } | { readonly wrong: string } {
  if (typeof answer !== "object" || answer === null) return { wrong: `is ${show(answer)}` };
  const { term, seq, homes, floating, stealing, rounds, caps, urgency, switchMs } = answer as Plan;
  for (const [field, value] of Object.entries({ term, seq, floating }))
    if (!isCount(value)) return { wrong: `has a ${field} of ${show(value)}` };
  if (typeof stealing !== "boolean") return { wrong: `has a stealing of ${show(stealing)}` };
  if (!isByQueue(homes, isCount)) return { wrong: "has homes that are not processors by queue" };
  if (rounds !== undefined && !(rounds instanceof Set && [...rounds].every(isQueueNum)))
    return { wrong: "has rounds that are not a set of queues" };
  if (caps !== undefined && !isByQueue(caps, isCount))
    return { wrong: "has caps that are not processors by queue" };
  if (urgency !== undefined && !isByQueue(urgency, isAmount))
    return { wrong: "has an urgency that is not a number by queue" };
  if (switchMs !== undefined && !isAmount(switchMs))
    return { wrong: `has a switchMs of ${show(switchMs)}` };
  return { plan: answer as Plan };
}

function isByQueue(value: unknown, isValue: (entry: unknown) => boolean): boolean {
  if (!(value instanceof Map)) return false;
  return [...value].every(([queueNum, entry]) => isQueueNum(queueNum) && isValue(entry));
}

function isQueueNum(value: unknown): value is QueueNum {
  return isCount(value) && value >= 1 && value <= LIMITS.queueNum;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isAmount(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0;
}
