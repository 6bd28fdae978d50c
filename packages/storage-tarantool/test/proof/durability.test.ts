import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { describe, expect, it } from "vitest";
import { tryDurability } from "./durability.js";
import { startServer, storageOn } from "./world.js";

const WORKER = fileURLToPath(new URL("worker-process.mjs", import.meta.url));
const quiet = () => {};

describe.runIf(tarantoolAvailable())("durability", () => {
  it("loses nothing that was acknowledged when the server is killed", {
    timeout: 60_000,
  }, async () => {
    const options = { cycles: 3, cycleMs: 200, walMode: "write", progress: quiet } as const;
    const { complaints, puts, dones } = await tryDurability(options);
    expect(complaints).toEqual([]);
    expect(puts).toBeGreaterThan(0);
    expect(dones).toBeGreaterThan(0);
  });

  it("is judged by a judge who notices: a server without a log loses tasks", {
    timeout: 60_000,
  }, async () => {
    const options = { cycles: 1, cycleMs: 200, walMode: "none", progress: quiet } as const;
    const { complaints } = await tryDurability(options);
    expect(complaints.join("\n")).toMatch(/task-\d+ is lost/);
  });

  it("gives the tasks of a killed worker to others after the visibility timeout, with attempts + 1", async () => {
    const server = await startServer();
    const storage = storageOn(server.address);
    try {
      await storage.putTasks(
        [1, 2, 3].map((n) => ({ queueNum: 1, data: Buffer.from(`task-${n}`) })),
      );
      const options = { ...server.address, user: "tester", password: "secret" };
      const worker = spawn(process.execPath, [WORKER, JSON.stringify(options)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(worker.stdout, "data");
      const taken = JSON.parse(String(line));
      expect(taken).toHaveLength(3);
      worker.kill("SIGKILL");
      await once(worker, "close");
      expect(await storage.getTask(1, 10)).toEqual([]);
      while ((await storage.waitTask([1], { timeoutMs: 10_000 })).length === 0);
      const again = await storage.getTask(1, 10);
      expect(again).toMatchObject(
        taken.map(({ taskId }: { taskId: number }) => ({ taskId, attempts: 1, timeouts: 1 })),
      );
    } finally {
      await storage.close();
      await server.remove();
    }
  });
});
