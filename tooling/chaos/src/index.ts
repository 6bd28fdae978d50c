export type { CheckOptions } from "./checker/check-context.js";
export { checkHistory, type Verdict } from "./checker/check-history.js";
export { explain, showEvent } from "./checker/explain.js";
export type { Tasks } from "./checker/task-report.js";
export { INVARIANTS, type Invariant, type Violation } from "./checker/violation.js";
export type { HistoryEvent, MarkName } from "./history/event.js";
export {
  createHistoryLog,
  createLineLog,
  type HistoryLog,
  machineTime,
  mergeHistories,
  readLines,
} from "./history/history-log.js";
export { recordCalls } from "./history/recorder.js";
