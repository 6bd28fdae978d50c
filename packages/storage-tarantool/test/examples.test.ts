import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { expect, it, vi } from "vitest";
import { startLocalServer } from "../src/local-server.js";

it.runIf(tarantoolAvailable())(
  "the README's first queue runs on a server as `up` starts it",
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "queue-readme-"));
    const address = { host: "127.0.0.1", port: 0 };
    const server = await startLocalServer({ dir, address, env: process.env });
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    try {
      vi.stubEnv("TARANTOOL_PORT", String(server.address.port));
      await import("../examples/first-queue.js");
      expect(log.mock.calls).toEqual([["task 1: hello"], ["1 put, 1 done"]]);
    } finally {
      log.mockRestore();
      vi.unstubAllEnvs();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  },
);
