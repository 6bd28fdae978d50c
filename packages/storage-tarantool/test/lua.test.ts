import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { describe, expect, it } from "vitest";
import { LUA } from "./tarantool-world.js";

const FILES = (await readdir(join(LUA, "test"))).filter((name) => name.endsWith("_test.lua"));

/** Runs one file in a directory of its own; its exit code and what it said, in TAP. */
async function run(file: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const dir = await mkdtemp(join(tmpdir(), "queue-lua-"));
  try {
    const child = spawn(process.env.TARANTOOL_BIN ?? "tarantool", [join(LUA, "test", file)], {
      cwd: dir,
      env: { ...process.env, LUA_PATH: `${LUA}/?.lua;${LUA}/?/init.lua;;`, TMPDIR: dir },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
      killSignal: "SIGKILL",
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return { code, said };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

describe.runIf(tarantoolAvailable())("the Lua tests", () => {
  it.each(FILES)(
    "%s",
    async (file) => {
      const { code, said } = await run(file);
      const failed = said.split("\n").filter((line) => /^\s*not ok/.test(line));
      expect(failed, said).toEqual([]);
      expect(code, said).toBe(0);
      expect(said).toMatch(/^1\.\.\d+$/m);
    },
    90_000,
  );
});
