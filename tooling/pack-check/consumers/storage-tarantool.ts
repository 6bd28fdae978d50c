// Uses @queue/storage-tarantool as a service does that starts a server of its own for development.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTarantoolStorage } from "@queue/storage-tarantool";
import { dialByDriver } from "@queue/storage-tarantool/driver";
import { type LocalServer, startLocalServer } from "@queue/storage-tarantool/local-server";

// @ts-expect-error A port is a number: were the types lost, this would compile.
assert.throws(() => createTarantoolStorage({ port: "3301" }), { code: "INVALID_ARGUMENT" });

async function tryOut({ address, user, password }: LocalServer): Promise<void> {
  for (const client of [{}, { dial: dialByDriver }]) {
    const storage = createTarantoolStorage({ addresses: [address], user, password, ...client });
    await storage.putTask({ queueNum: 1, data: new TextEncoder().encode("hello") });
    const tasks = await storage.getTask(1, 10);
    assert.deepEqual(
      tasks.map((task) => new TextDecoder().decode(task.data)),
      ["hello"],
    );
    assert.deepEqual(await storage.doneTask(tasks), { settled: 1, lost: [] });
    await storage.close();
  }
}

const dir = mkdtempSync(join(tmpdir(), "queue-consumer-"));
try {
  const address = { host: "127.0.0.1", port: 0 };
  const server = await startLocalServer({ dir, address, env: process.env });
  await tryOut(server).finally(() => server.stop());
} catch (error) {
  // Without Tarantool there is nothing to try; whether that may be is said outside.
  const absent = error instanceof Error && error.message.includes("was not found");
  if (!absent || !process.env.QUEUE_SKIP_TARANTOOL) throw error;
} finally {
  rmSync(dir, { recursive: true, force: true });
}

console.log("ok");
