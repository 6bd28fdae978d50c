export { traceBatches } from "./trace-batches.js";
export { tracePuts } from "./trace-puts.js";
export type { TraceOptions } from "./tracer.js";
