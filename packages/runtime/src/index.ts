export { type Backoff, type ExponentialOptions, exponential } from "./backoff.js";
export { bindQueue, type QueueDefinition } from "./bind-queue.js";
export { type Clock, systemClock } from "./clock.js";
export { combineConfig } from "./config/combine-config.js";
export type { ConfigFile, ConfigFileOptions, ConfigFileStatus } from "./config/config-file.js";
export type { ConfigSource } from "./config/config-source.js";
export type { ConfigTree } from "./config/config-tree.js";
export { type EnvironmentConfigOptions, environmentConfig } from "./config/environment-config.js";
export {
  type ObjectConfig,
  type ObjectConfigOptions,
  objectConfig,
} from "./config/object-config.js";
export { onlineConfFile } from "./config/onlineconf-file.js";
export { yamlFile } from "./config/yaml-file.js";
export {
  QueueError,
  type QueueErrorCode,
  type QueueErrorDetails,
  type QueueErrorOptions,
} from "./errors.js";
export { Bury, RetryAt } from "./failure.js";
export type { FullStorage } from "./full-storage.js";
export type { CheckedCommit } from "./guard/commit-request.js";
export { type GuardOptions, guardStorage, type StorageAdapter } from "./guard/guard.js";
export { checkedStorageOptions, type StorageOptions } from "./guard/storage-options.js";
export {
  type BatchHandler,
  type HandledTask,
  HandlerAborted,
  type HandlerContext,
  type HandlerRetry,
  type HandlerStats,
  type HandlerStorage,
  type QueueBinding,
  type QueuePolicy,
  type TaskRef,
} from "./handler.js";
export type { Health } from "./health.js";
export { LIMITS } from "./limits.js";
export { type Logger, silentLogger } from "./logger.js";
export type { ManagerLink, Plan, ReportedQueue, WorkerReport } from "./manager-link.js";
export {
  type Batch,
  type BatchMiddleware,
  type PutMiddleware,
  withPutMiddleware,
} from "./middleware.js";
export { pause } from "./pause.js";
export { type PerTaskOptions, perTask, type TaskHandler } from "./per-task.js";
export type {
  CommitRequest,
  CommitResult,
  Conflict,
  GetRecordsOptions,
  ListRecordsOptions,
  Records,
  StoredRecord,
} from "./records.js";
export type { Runnable, StopOptions, StopResult } from "./runnable.js";
export type { RunningHandler } from "./running-batches.js";
export { type AssignedOptions, type AssignedScheduler, assigned } from "./scheduler/assigned.js";
export { lag } from "./scheduler/lag.js";
export { roundRobin } from "./scheduler/round-robin.js";
export type { Scheduler } from "./scheduler/scheduler.js";
export type {
  BuryInfo,
  CallOptions,
  GetTaskOptions,
  KeyChoice,
  Lease,
  OnKey,
  PutTaskRequest,
  QueueNum,
  QueueStat,
  RetryInfo,
  Schedule,
  SettleResult,
  Stats,
  Storage,
  Task,
  TaskId,
  WaitTaskOptions,
} from "./storage.js";
export type {
  ChangeResult,
  ListTasksOptions,
  StorageAdmin,
  TaskInfo,
  TaskPage,
  TaskState,
} from "./storage-admin.js";
export { collectStorage } from "./storage-collector.js";
export { Worker } from "./worker.js";
export type { WorkerOptions } from "./worker-options.js";
