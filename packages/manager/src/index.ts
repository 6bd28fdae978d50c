export {
  type Allocation,
  type AllocationInput,
  allocate,
  type QueueAllocation,
  type WorkerAllocation,
} from "./allocation/allocate.js";
export { explain, explainQueue, type NameOf } from "./allocation/explain.js";
export type { AllocationMemory, QueueMemory } from "./allocation/memory.js";
export type { WorkerCapacity } from "./allocation/pools.js";
export { DEFAULT_WISH, type QueueDemand, type QueueWish } from "./allocation/queue-demand.js";
export { createContractPayloads } from "./contract/contract-payloads.js";
export type { Role, Tokens } from "./http/access.js";
export {
  createManagerServer,
  type ManagerServer,
  type ManagerServerOptions,
} from "./http/manager-server.js";
export type { FormField, PayloadPolicy, Payloads, QueueForm } from "./http/payloads.js";
export { Manager, type ManagerView } from "./manager.js";
export type { ManagerOptions } from "./manager-options.js";
export {
  changeSettings,
  checkedSettings,
  type QueueSettings,
  type SettingsChange,
} from "./queue-settings.js";
export type { KnownWorker } from "./worker-roster.js";
