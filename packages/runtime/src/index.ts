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
export type { FullStorage } from "./full-storage.js";
export type { CheckedCommit } from "./guard/commit-request.js";
export { type GuardOptions, guardStorage, type StorageAdapter } from "./guard/guard.js";
export { LIMITS } from "./limits.js";
export type {
  CommitRequest,
  CommitResult,
  Conflict,
  GetRecordsOptions,
  ListRecordsOptions,
  Records,
  StoredRecord,
} from "./records.js";
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
