import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startLocalServer } from "@queue/storage-tarantool/local-server";

/** An empty Tarantool of this run's own, in a directory that goes with it. */
export async function startTarantoolStorage() {
  const dir = mkdtempSync(join(tmpdir(), "queue-fleet-"));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  try {
    const path = join(dir, "queue.sock");
    const { env } = process;
    const { user, password, stop } = await startLocalServer({ dir, address: { path }, env });
    const module = fileURLToPath(import.meta.resolve("@queue/storage-tarantool"));
    return {
      /** For `openStorage`. */
      text: `${module}#createTarantoolStorage?${JSON.stringify({ path, user, password })}`,
      async close() {
        await stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
