import type { Clock } from "@queue/runtime";

// The table counts time in milliseconds from the making of its storage, its epoch. V8 keeps integers of
// 32 bits, which is 24 days both ways, within a row, and all others in a box each: boxes took 80 bytes of
// a task, and with their collection 35 ns of its 290. Longer times work, too; they are kept in boxes.

/** `floor`, because V8's interpreter leaves a difference of doubles in a box even if it is small. */
export const sinceEpoch = (ms: number, epoch: number): number => Math.floor(ms - epoch);

export const toDate = (time: number, epoch: number): Date => new Date(time + epoch);

export const toDateOrNull = (time: number | null | undefined, epoch: number): Date | null =>
  time === null || time === undefined ? null : toDate(time, epoch);

/** The same clock, counting from the epoch. */
export function clockSince(epoch: number, clock: Clock): Clock {
  return {
    now: () => sinceEpoch(clock.now(), epoch),
    setTimer: (ms, fn) => clock.setTimer(ms, fn),
  };
}
