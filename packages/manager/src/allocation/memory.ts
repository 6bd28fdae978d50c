import type { QueueNum } from "@queue/runtime";

/** What one plan tells the next: without it processors would follow every breath of the load. */
export interface QueueMemory {
  /** The largest need of the present and of the previous half of the window. */
  readonly need: number;
  readonly previousNeed: number;
  readonly halfSince: number;
  /** When the queue last got more homes. */
  readonly grewAt: number;
}

export type AllocationMemory = ReadonlyMap<QueueNum, QueueMemory>;

/** A need of the last 30 s is remembered, in two halves. */
const HALF_WINDOW_MS = 15_000;

export function rememberNeed(
  memory: QueueMemory | undefined,
  need: number,
  now: number,
): QueueMemory {
  if (memory === undefined)
    return { need, previousNeed: 0, halfSince: now, grewAt: Number.NEGATIVE_INFINITY };
  const sinceMs = now - memory.halfSince;
  if (sinceMs < HALF_WINDOW_MS) return { ...memory, need: Math.max(need, memory.need) };
  const previousNeed = sinceMs < 2 * HALF_WINDOW_MS ? memory.need : 0;
  return { ...memory, need, previousNeed, halfSince: now };
}

export function recentNeed({ need, previousNeed }: QueueMemory): number {
  return Math.max(need, previousNeed);
}
