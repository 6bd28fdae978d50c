import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServer, startLocalServer } from "@queue/storage-tarantool/local-server";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importModule } from "../src/cli/load-storage.js";
import { served } from "./served.js";

const PASSWORD = "p@ss:w/rd";

describe.runIf(tarantoolAvailable())("queue-manager serve on a real Tarantool", () => {
  const dir = mkdtempSync(join(tmpdir(), "queue-manager-"));
  const started: LocalServer[] = [];
  const start = async (name: string, address: LocalServer["address"]) => {
    const server = await startLocalServer({
      ...{ dir: join(dir, name), address, env: process.env },
      ...{ user: "boss", password: PASSWORD },
    });
    started.push(server);
    return server.address;
  };
  const where = new Map<string, string>();
  beforeAll(async () => {
    const user = `boss:${encodeURIComponent(PASSWORD)}`;
    const { host, port } = await start("tcp", { host: "127.0.0.1", port: 0 });
    where.set("a port", `tarantool://${user}@${host}:${port}`);
    const { path } = await start("unix", { path: join(dir, "queue.sock") });
    where.set("a unix socket", `tarantool://${user}@${path}`);
  }, 30_000);
  afterAll(async () => {
    await Promise.all(started.map((server) => server.stop()));
    rmSync(dir, { recursive: true, force: true });
  });

  it.each(["a port", "a unix socket"])(
    "by %s: puts, lists, kicks and leads",
    async (by) => {
      const args = ["--storage", where.get(by) ?? "", "--port", "0"];
      const { code, printed, notes } = await served(
        args,
        async (url) => {
          const post = async (path: string, body: object) => {
            const response = await fetch(`${url}${path}`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify(body),
            });
            expect(response.status).toBe(200);
            return response.json();
          };
          const { taskId } = (await post("/queues/1/tasks", { base64: "AQI=" })) as {
            taskId: number;
          };
          await post("/tasks/bury", { ids: [taskId], error: "by hand" });
          await post("/queues/1/settings", { weight: 3 });
          const dead = await fetch(`${url}/queues/1/tasks?state=dead&payload=1`);
          expect(await dead.json()).toMatchObject({
            tasks: [{ taskId, payload: { kind: "bytes", base64: "AQI=" } }],
          });
          await post("/queues/1/kick", { ids: [taskId] });
          const stats = await fetch(`${url}/stats`);
          expect(await stats.json()).toMatchObject({ total: { length: 1, deadTasks: 0 } });
          await expect
            .poll(async () => (await fetch(`${url}/plan`)).json(), { timeout: 20_000 })
            .toMatchObject({ leading: true, storageError: null });
        },
        { load: importModule },
      );
      expect(code).toBe(0);
      expect(printed + notes).not.toContain(encodeURIComponent(PASSWORD));
    },
    40_000,
  );
});
