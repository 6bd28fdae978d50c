export type { Address } from "./connection.js";
export type { TarantoolConnectionOptions } from "./connection-options.js";
export { createTarantoolStorage, type TarantoolStorageOptions } from "./tarantool-storage.js";
