import {
  type HandlerStats,
  type Health,
  LIMITS,
  type Plan,
  type QueueNum,
  type ReportedQueue,
  type WorkerReport,
} from "@queue/runtime";

/** What answers a report. */
export interface ReportAnswer {
  /** Whether this Manager leads: if not, a worker tries the next one. */
  readonly leading: boolean;
  readonly plan: Plan | null;
}

/** Maps as objects, sets as lists, dates as text: reports and plans as JSON has them. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Map) return Object.fromEntries(part);
    return part instanceof Set ? [...part] : part;
  });
}

/** Throws a sentence about the first thing that is wrong. */
export function answerOf(json: unknown): ReportAnswer {
  const { leading, plan } = objectOf(json, "the answer");
  return { leading: leading === true, plan: planOf(plan) };
}

export function reportOf(json: unknown): WorkerReport {
  const report = objectOf(json, "the report");
  return {
    service: textOf(report.service, "service"),
    name: textOf(report.name, "name"),
    instance: textOf(report.instance, "instance"),
    maxProcessors: countOf(report.maxProcessors, "maxProcessors", MOST_PROCESSORS),
    queues: listOf(report.queues, "queues").map(queueOf),
    processors: byQueue(report.processors, "processors", (count, what) =>
      countOf(count, what, MOST_PROCESSORS),
    ),
    stats: byQueue(report.stats, "stats", statsOf),
    inFlight: countOf(report.inFlight, "inFlight", Number.MAX_SAFE_INTEGER),
    health: healthOf(report.health),
    plan: planOf(report.plan),
  };
}

const MOST_PROCESSORS = 100_000;
const LONGEST_TEXT = 256;
const MOST_REASONS = 100;

function planOf(json: unknown): Plan | null {
  if (json === null || json === undefined) return null;
  const plan = objectOf(json, "plan");
  const counts = (value: unknown, what: string) =>
    byQueue(value, what, (count, place) => countOf(count, place, MOST_PROCESSORS));
  return {
    term: countOf(plan.term, "plan.term", Number.MAX_SAFE_INTEGER),
    seq: countOf(plan.seq, "plan.seq", Number.MAX_SAFE_INTEGER),
    homes: counts(plan.homes, "plan.homes"),
    floating: countOf(plan.floating, "plan.floating", MOST_PROCESSORS),
    stealing: plan.stealing === true,
    ...(plan.rounds !== undefined && { rounds: roundsOf(plan.rounds) }),
    ...(plan.caps !== undefined && { caps: counts(plan.caps, "plan.caps") }),
    ...(plan.urgency !== undefined && { urgency: byQueue(plan.urgency, "plan.urgency", amountOf) }),
    ...(plan.switchMs !== undefined && { switchMs: amountOf(plan.switchMs, "plan.switchMs") }),
  };
}

function roundsOf(json: unknown): ReadonlySet<QueueNum> {
  const nums = listOf(json, "plan.rounds");
  return new Set(nums.map((num) => queueNumOf(num, "a queue of plan.rounds")));
}

function queueOf(json: unknown, index: number): ReportedQueue {
  const place = `queues[${index}]`;
  const queue = objectOf(json, place);
  const weight = amountOf(queue.weight, `${place}.weight`);
  const targetDelayMs = amountOf(queue.targetDelayMs, `${place}.targetDelayMs`);
  if (weight === 0 || targetDelayMs === 0)
    throw new TypeError(`${place} must have a weight and a targetDelayMs above 0`);
  const queueNum = queueNumOf(queue.queueNum, `${place}.queueNum`);
  return { queueNum, name: textOf(queue.name, `${place}.name`), weight, targetDelayMs };
}

function statsOf(json: unknown, place: string): HandlerStats {
  const stats = objectOf(json, place);
  return {
    processed: amountOf(stats.processed, `${place}.processed`),
    errors: amountOf(stats.errors, `${place}.errors`),
    retried: amountOf(stats.retried, `${place}.retried`),
    durationMs: amountOf(stats.durationMs, `${place}.durationMs`),
  };
}

function healthOf(json: unknown): Health {
  const health = objectOf(json, "health");
  const { status, lastPollAt } = health;
  if (status !== "ok" && status !== "degraded" && status !== "dead")
    throw new TypeError("health.status must be ok, degraded or dead");
  const polledAt = lastPollAt === null ? null : new Date(textOf(lastPollAt, "health.lastPollAt"));
  if (polledAt !== null && Number.isNaN(polledAt.getTime()))
    throw new TypeError("health.lastPollAt must be a date");
  const reasons = listOf(health.reasons, "health.reasons").slice(0, MOST_REASONS);
  return {
    status,
    reasons: reasons.map((reason) => String(reason).slice(0, LONGEST_TEXT)),
    lastPollAt: polledAt,
    processors: countOf(health.processors, "health.processors", MOST_PROCESSORS),
    abandoned: countOf(health.abandoned, "health.abandoned", MOST_PROCESSORS),
  };
}

function byQueue<T>(
  json: unknown,
  what: string,
  read: (value: unknown, place: string) => T,
): ReadonlyMap<QueueNum, T> {
  const entries = Object.entries(objectOf(json, what));
  return new Map(
    entries.map(([num, value]) => [
      queueNumOf(Number(num), `a queue of ${what}`),
      read(value, `${what}.${num}`),
    ]),
  );
}

function objectOf(json: unknown, what: string): Record<string, unknown> {
  if (typeof json === "object" && json !== null && !Array.isArray(json))
    return json as Record<string, unknown>;
  throw new TypeError(`${what} must be an object`);
}

function listOf(json: unknown, what: string): unknown[] {
  if (Array.isArray(json) && json.length <= LIMITS.queueNum) return json;
  throw new TypeError(`${what} must be a list of at most ${LIMITS.queueNum}`);
}

function textOf(json: unknown, what: string): string {
  if (typeof json === "string" && json.length > 0 && json.length <= LONGEST_TEXT) return json;
  throw new TypeError(`${what} must be a text of 1 to ${LONGEST_TEXT} characters`);
}

function countOf(json: unknown, what: string, most: number): number {
  if (Number.isSafeInteger(json) && (json as number) >= 0 && (json as number) <= most)
    return json as number;
  throw new TypeError(`${what} must be a whole number from 0 to ${most}`);
}

function amountOf(json: unknown, what: string): number {
  if (typeof json === "number" && Number.isFinite(json) && json >= 0) return json;
  throw new TypeError(`${what} must be a number of at least 0`);
}

function queueNumOf(json: unknown, what: string): QueueNum {
  const num = countOf(json, what, LIMITS.queueNum);
  if (num === 0) throw new TypeError(`${what} must not be 0`);
  return num;
}
