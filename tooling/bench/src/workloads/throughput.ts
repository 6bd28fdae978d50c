import { setTimeout as pause } from "node:timers/promises";
import type { Contender } from "../contender.js";
import { consumeUntil, Deliveries, type Measure, measured } from "./measure.js";
import { put } from "./put.js";

export interface ThroughputWork {
  readonly count: number;
  /** How they are put: tasks a call, and calls at once. */
  readonly putBatch: number;
  readonly inFlight: number;
  readonly batch: number;
  /** How long a handler takes. */
  readonly handlerMs: number;
  readonly delayMs?: number;
}

export interface Throughput {
  readonly put: Measure;
  readonly drain: Measure;
}

/** Puts tasks, then drains them: until the end of the last one is acknowledged. */
export async function throughput(
  contender: Contender,
  serverPid: number,
  { count, putBatch, inFlight, batch, handlerMs, delayMs }: ThroughputWork,
): Promise<Throughput> {
  const work = { first: 0, count, batch: putBatch, inFlight };
  const began = performance.now();
  const delayed = delayMs === undefined ? work : { ...work, delayMs };
  const putting = await measured(count, serverPid, () => put(contender, delayed));
  // All are due when it begins: what is measured is draining them.
  if (delayMs !== undefined) await pause(Math.max(0, began + delayMs - performance.now()));
  const deliveries = new Deliveries(0, count);
  const handle = (text: string) => {
    deliveries.note(text);
    return handlerMs === 0 ? undefined : pause(handlerMs);
  };
  let consumer: { stop(): Promise<void> } | undefined;
  const draining = await measured(count, serverPid, async () => {
    consumer = await consumeUntil(contender, { batch }, count, handle);
  });
  await consumer?.stop();
  deliveries.check();
  return { put: putting, drain: draining };
}
