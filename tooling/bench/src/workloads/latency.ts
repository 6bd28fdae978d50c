import { setTimeout as pause } from "node:timers/promises";
import type { Contender } from "../contender.js";
import { consumeUntil, Deliveries, madeAt, textOf } from "./measure.js";

/** Milliseconds from a put to the start of its handler, `perSecond` puts evenly spread. */
export async function latency(
  contender: Contender,
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
): Promise<number[]> {
  const waits: number[] = [];
  const deliveries = new Deliveries(0, count);
  const consuming = consumeUntil(contender, { batch: 10, prompt: true }, count, (text) => {
    waits.push(performance.now() - madeAt(text));
    deliveries.note(text);
    return undefined;
  });
  await pause(300); // it waits for tasks by now
  const start = performance.now();
  const puts: Promise<void>[] = [];
  for (let seq = 0; seq < count; seq++) {
    const at = start + (seq * 1_000) / perSecond;
    while (performance.now() < at) await pause(Math.max(0, Math.floor(at - performance.now())));
    puts.push(contender.putOne(textOf(seq)));
  }
  await Promise.all(puts);
  await (await consuming).stop();
  deliveries.check();
  return waits;
}
