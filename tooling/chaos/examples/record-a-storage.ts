import { appendFileSync, readFileSync } from "node:fs";
import {
  checkHistory,
  createLineLog,
  explain,
  mergeHistories,
  readLines,
  recordCalls,
} from "@queue/chaos";
import type { FullStorage } from "@queue/runtime";

/** The same storage, which writes down all that is done through it: a file a process. */
export function recorded(storage: FullStorage, path: string): FullStorage {
  const log = createLineLog((line) => appendFileSync(path, line));
  return recordCalls(storage, `worker.${process.pid}`, log);
}

/** What the processes did wrong together, in words. */
export function judge(paths: readonly string[], epochOffsetMs: number): string[] {
  const histories = paths.map((path) => readLines(readFileSync(path, "utf8")));
  const clock = { kind: "clock", at: 0, epochMs: epochOffsetMs } as const;
  const events = mergeHistories([[clock], ...histories]);
  const { violations } = checkHistory(events, { toleranceMs: 2 });
  return violations.map((violation) => explain(violation, events));
}
