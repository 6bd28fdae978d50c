import type { PutTaskRequest } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { answeringHeap, bareHeap, heapAndMap, type Queue } from "./heap-queues.js";
import { keyed, keyedCycles, unkeyed } from "./keys.js";
import { measure, type Rates, type RoundsOptions, ratio, type Spread } from "./rounds.js";
import { cycles, fill, payload, plain, QUEUE_NUM, singlePutCycles } from "./workload.js";

export interface Sizes extends RoundsOptions {
  /** Tasks of each kind, ready and delayed, in a small and in a large queue. */
  readonly few: number;
  readonly many: number;
  /** Keys, and tasks of the hot one. */
  readonly keys: number;
}

/** A floor, and whether it holds. */
export interface Verdict {
  readonly promise: string;
  readonly measured: number;
  readonly limit: { readonly atLeast: number } | { readonly atMost: number };
}

export interface Comparison {
  readonly title: string;
  readonly rates: Rates;
  /** In words, such as "ours / heap". */
  readonly ratios: ReadonlyMap<string, Spread>;
  readonly verdicts: readonly Verdict[];
}

/** Beside the least that could be called a queue. */
export async function besideHeap(sizes: Sizes): Promise<Comparison> {
  const queues: [string, Queue][] = [
    ["ours", createMemoryStorage()],
    ["heap", bareHeap()],
    ["heap that copies", answeringHeap()],
  ];
  for (const [, queue] of queues) await fill(queue, sizes.few, plain);
  const rates = await measure(
    [
      ...queues.map(([name, queue]) => cycles(name, queue)),
      ...queues.slice(0, 2).map(([name, queue]) => singlePutCycles(`${name}, putTask`, queue)),
    ],
    sizes,
  );
  const main = ratio(rates, "ours", "heap");
  const single = ratio(rates, "ours, putTask", "heap, putTask");
  return {
    title: `put, get and done in batches of 10, ${sizes.few} tasks ready`,
    rates,
    ratios: new Map([
      ["ours / heap", main],
      ["the same, ten times putTask", single],
      ["ours / heap that copies", ratio(rates, "ours", "heap that copies")],
    ]),
    verdicts: [
      { promise: "half a bare heap's rate", measured: main.median, limit: { atLeast: 0.5 } },
    ],
  };
}

/**
 * How much slower a full queue is. First both small queues side by side, then both large ones: with all
 * four in one process the small ones would also pay for collecting garbage around millions of tasks.
 */
export async function fullQueue(sizes: Sizes): Promise<Comparison> {
  const small = await sideBySide(sizes.few, sizes);
  const large = await sideBySide(sizes.many, sizes);
  const rates = new Map([...small, ...large]);
  const [ours, heap] = ["ours", "heap + Map"].map((name) =>
    ratio(rates, named(name, sizes.few), named(name, sizes.many)),
  ) as [Spread, Spread];
  // Within one phase both shared the machine's mood, so this quotient is steadier than `ours / heap`.
  const before = ratio(rates, named("ours", sizes.few), named("heap + Map", sizes.few));
  const after = ratio(rates, named("ours", sizes.many), named("heap + Map", sizes.many));
  return {
    title: `from ${sizes.few} to ${sizes.many} delayed and as many ready tasks`,
    rates,
    ratios: new Map([
      ["slowdown of ours", ours],
      ["slowdown of heap + Map", heap],
      ["ours / heap + Map, few", before],
      ["ours / heap + Map, many", after],
    ]),
    verdicts: [
      {
        promise: "slowdown, as a multiple of a heap's",
        measured: before.median / after.median,
        limit: { atMost: 1.5 },
      },
    ],
  };
}

const named = (name: string, count: number) => `${name}, ${count}`;

async function sideBySide(count: number, sizes: Sizes): Promise<Rates> {
  const queues: [string, Queue][] = [
    ["ours", createMemoryStorage()],
    ["heap + Map", heapAndMap()],
  ];
  for (const [, queue] of queues) {
    await fill(queue, count, delayed);
    await fill(queue, count, plain);
  }
  return measure(
    queues.map(([name, queue]) => cycles(named(name, count), queue)),
    sizes,
  );
}

/** Due in an hour to a day and an hour, in no order: 7,919 is prime to the seconds of a day. */
const delayed = (i: number): PutTaskRequest => ({
  queueNum: QUEUE_NUM,
  data: payload,
  delayMs: 3_600_000 + ((i * 7_919) % 86_400) * 1_000,
});

/** Keys, one of them with a long line, beside as many tasks without. */
export async function hotKey(sizes: Sizes): Promise<Comparison> {
  const withKeys = createMemoryStorage();
  const without = createMemoryStorage();
  await fill(withKeys, sizes.keys * 2, keyed(sizes.keys));
  await fill(without, sizes.keys * 2, unkeyed);
  const rates = await measure(
    [keyedCycles("with keys", withKeys), keyedCycles("plain", without)],
    sizes,
  );
  const slower = ratio(rates, "plain", "with keys");
  return {
    title: `${sizes.keys} keys, one of them with ${sizes.keys} tasks`,
    rates,
    ratios: new Map([["plain / with keys", slower]]),
    verdicts: [
      { promise: "keys cost at most half the rate", measured: slower.median, limit: { atMost: 2 } },
    ],
  };
}
