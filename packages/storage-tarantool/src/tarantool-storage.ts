import {
  checkedStorageOptions,
  type FullStorage,
  guardStorage,
  type StorageOptions,
} from "@queue/runtime";
import { adminCalls } from "./admin-calls.js";
import { createCoalescer } from "./coalesce.js";
import { type Connection, openConnection } from "./connection.js";
import {
  CONNECTION_OPTION_NAMES,
  checkedConnectionOptions,
  type TarantoolConnectionOptions,
} from "./connection-options.js";
import { recordCalls } from "./record-calls.js";
import { taskCalls } from "./task-calls.js";

export type TarantoolStorageOptions = TarantoolConnectionOptions & StorageOptions;

/**
 * Queues in a Tarantool server that runs the Lua module of this package. It connects with the first
 * call, and again whenever it has to. A method is one call of a stored function, and that is one
 * transaction.
 */
export function createTarantoolStorage(options: TarantoolStorageOptions): FullStorage {
  const checked = checkedStorageOptions(options, CONNECTION_OPTION_NAMES);
  return storageOver(openConnection(checkedConnectionOptions(options)), checked);
}

/** The storage over a connection that is there. */
export function storageOver(
  connection: Connection,
  { visibilityTimeoutMs, maxPayloadBytes }: Required<StorageOptions>,
): FullStorage {
  return guardStorage(
    {
      ...taskCalls(connection, createCoalescer(connection), visibilityTimeoutMs),
      ...adminCalls(connection),
      ...recordCalls(connection),
      close: () => connection.close(),
    },
    { maxPayloadBytes },
  );
}
