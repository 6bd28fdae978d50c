import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const SCRIPT = fileURLToPath(new URL("../../lua/yardstick.lua", import.meta.url));

/** Tasks a second that the yardstick takes and ends, in batches of `batch`. */
export async function runYardstick(tasks: number, batch: number): Promise<number> {
  const dir = await mkdtemp(join(tmpdir(), "queue-bench-yardstick-"));
  try {
    const binary = process.env.TARANTOOL_BIN ?? "tarantool";
    const args = [SCRIPT, String(tasks), String(batch)];
    const { stdout } = await promisify(execFile)(binary, args, { cwd: dir });
    return (JSON.parse(stdout) as { drain: number }).drain;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
