import { LIMITS } from "../limits.js";
import { checkedDuration, checkInteger, checkOptions } from "./arguments.js";

/** What one can choose in every storage. */
export interface StorageOptions {
  /** How long a taken task stays hidden when `getTask` does not say; 60 s by default. */
  readonly visibilityTimeoutMs?: number;
  /** The largest payload, in bytes; 1 MiB by default. */
  readonly maxPayloadBytes?: number;
}

const DEFAULT_VISIBILITY_TIMEOUT_MS = 60_000;

/**
 * Refuses bad options of a storage, or returns those that all storages have, with their defaults.
 * `own`: the names of the options that only this storage has, which it checks itself.
 */
export function checkedStorageOptions(
  options: StorageOptions,
  own: readonly string[],
): Required<StorageOptions> {
  checkOptions(options, "options", new Set(["visibilityTimeoutMs", "maxPayloadBytes", ...own]));
  const {
    visibilityTimeoutMs = DEFAULT_VISIBILITY_TIMEOUT_MS,
    maxPayloadBytes = LIMITS.payloadBytes,
  } = options;
  checkInteger(maxPayloadBytes, "maxPayloadBytes", 1, LIMITS.callBytes);
  return {
    visibilityTimeoutMs: checkedDuration(visibilityTimeoutMs, "visibilityTimeoutMs", 1),
    maxPayloadBytes,
  };
}
