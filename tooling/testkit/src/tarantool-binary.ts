import { spawnSync } from "node:child_process";

const HOW =
  "Tarantool is needed by these tests and was not found. Install it with " +
  "`apt-get install -y tarantool` (Debian), or set TARANTOOL_BIN to its path.";

export const tarantoolBinary = process.env.TARANTOOL_BIN ?? "tarantool";

let found: boolean | undefined;

/**
 * Throws a clear message where Tarantool is absent; false only where QUEUE_SKIP_TARANTOOL asks for the skip
 * (turbo hashes that variable, so a skipped run is never replayed as a passed one). CI never skips.
 */
export function tarantoolAvailable(): boolean {
  found ??= spawnSync(tarantoolBinary, ["--version"]).status === 0;
  if (found) return true;
  if (process.env.CI || !process.env.QUEUE_SKIP_TARANTOOL) throw new Error(HOW);
  console.warn(`SKIPPED: ${HOW}`);
  return false;
}
