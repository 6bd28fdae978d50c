import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { startTarantool, type TarantoolInstance, tarantoolAvailable } from "../src/tarantool.js";

const ORPHAN = fileURLToPath(new URL("orphan.mjs", import.meta.url));
const COUNT_STARTS = fileURLToPath(new URL("count-starts.lua", import.meta.url));

/** The first bytes that a server says to whoever connects. */
async function greeting({ address }: TarantoolInstance): Promise<string> {
  const socket = connect({ ...address });
  try {
    const [data] = await once(socket, "data");
    return String(data).slice(0, 9);
  } finally {
    socket.destroy();
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe.runIf(tarantoolAvailable())("a Tarantool for tests", () => {
  it.each(["tcp", "unix"] as const)(
    "comes up again by %s on the same data and address after kill -9, and leaves nothing",
    async (listen) => {
      const instance = await startTarantool({ listen, script: COUNT_STARTS });
      try {
        expect(await greeting(instance)).toBe("Tarantool");
        expect(instance.log).toContain("starts: 1");
        await instance.kill();
        await expect(greeting(instance)).rejects.toThrow(/ECONNREFUSED|ENOENT/);
        await instance.start();
        expect(await greeting(instance)).toBe("Tarantool");
        expect(instance.log).toContain("starts: 2");
      } finally {
        await instance.remove();
      }
      expect(existsSync(instance.dir)).toBe(false);
      expect(lives(instance.pid)).toBe(false);
    },
  );

  it("tells a crash from an end that was asked for", async () => {
    const instance = await startTarantool();
    try {
      await instance.kill();
      expect(instance.crashed).toBe(false);
      await instance.start();
      process.kill(instance.pid, "SIGSEGV");
      await vi.waitFor(() => expect(instance.crashed).toBe(true), 10_000);
    } finally {
      await instance.remove();
    }
  });

  it("says why a server did not start", async () => {
    await expect(startTarantool({ script: "no-such.lua" })).rejects.toThrow(/no-such\.lua/);
  });

  it.each(["frozen", "crashed"])(
    "ends with the process that started it, even %s and after kill -9",
    async (state) => {
      const child = spawn(process.execPath, [ORPHAN, state], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(child.stdout, "data");
      const { pid, dir } = JSON.parse(String(line));
      expect([lives(pid), existsSync(dir)]).toEqual([state === "frozen", true]);
      child.kill("SIGKILL");
      await vi.waitFor(() => expect([lives(pid), existsSync(dir)]).toEqual([false, false]), 10_000);
    },
  );
});
