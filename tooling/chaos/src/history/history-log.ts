import type { HistoryEvent } from "./event.js";

/** Takes up the events of a process in the order they happen. */
export interface HistoryLog {
  /** Milliseconds of a clock that all who write to the same history share. */
  now(): number;
  append(event: HistoryEvent): void;
}

/** A history in memory. */
export function createHistoryLog(now: () => number): HistoryLog & {
  readonly events: HistoryEvent[];
} {
  const events: HistoryEvent[] = [];
  return {
    events,
    now,
    append: (event) => {
      events.push(event);
    },
  };
}

/** Milliseconds of the machine's monotonic clock, which all its processes share. */
export const machineTime = (): number => Number(process.hrtime.bigint()) / 1e6;

/** A history as JSON lines, given to `write` one by one: a process that is killed has kept the rest. */
export function createLineLog(
  write: (line: string) => void,
  now: () => number = machineTime,
): HistoryLog {
  return { now, append: (event) => write(`${JSON.stringify(event)}\n`) };
}

/**
 * Reads what one process wrote. A last line without its end was cut off by the process's death and
 * is left out; any other line that is none throws.
 */
export function readLines(text: string): HistoryEvent[] {
  const lines = text.split("\n");
  lines.pop();
  return lines.map((line, number) => {
    try {
      return JSON.parse(line) as HistoryEvent;
    } catch (cause) {
      throw new Error(`line ${number + 1} is no event of a history: ${line.slice(0, 80)}`, {
        cause,
      });
    }
  });
}

/** One history of many, by time. Events of one of them keep their order. */
export function mergeHistories(histories: readonly (readonly HistoryEvent[])[]): HistoryEvent[] {
  return histories.flat().sort((a, b) => a.at - b.at);
}
