export { drain } from "./drain.js";
export { createManualClock, type ManualClock } from "./manual-clock.js";
export {
  type RecordedPut,
  type RecordedSettle,
  type Recording,
  recordSettles,
} from "./recorder.js";
