import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTarantoolStorage } from "@queue/storage-tarantool";
import { startLocalServer } from "@queue/storage-tarantool/local-server";
import type { ObservedProcess } from "@queue/testkit/observed-process";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { putEmails } from "../src/generated/contract.gen.js";
import { startExample } from "./example-process.js";

const started: ObservedProcess[] = [];
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "queue-example-test-"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((example) => example.end()));
  // The server ends a moment after the example that was killed.
  await vi.waitFor(() => rmSync(dir, { recursive: true, force: true }), 5_000);
});

function start(...args: readonly string[]): ObservedProcess {
  const example = startExample("--storage", "tarantool", ...args);
  started.push(example);
  return example;
}

async function serving() {
  const example = start("--port", "0", "--no-load", "--dir", dir);
  const [, pid = ""] = await example.says(/Tarantool of its own \(pid (\d+)\)/);
  const [, url = ""] = await example.says(/Listening on (http:\/\/127\.0\.0\.1:\d+)/);
  return { example, url, pid: Number(pid) };
}

/** Receivers called flaky refuse the first try, so that their emails wait for the second. */
const flaky = (n: number) => ({ to: `flaky-${n}@example.com`, subject: "Hello", body: "There" });

describe.runIf(tarantoolAvailable())("the example on Tarantool", () => {
  // One that was being handled at that moment comes back only after its visibility timeout, counted from the restart.
  const afterTimeout = { timeout: 90_000 };
  it(
    "goes on after its server was killed with tasks waiting, which are then handled",
    afterTimeout,
    async () => {
      const { example, url, pid } = await serving();
      for (let n = 0; n < 5; n++) {
        const body = JSON.stringify(flaky(n));
        expect((await fetch(`${url}/emails`, { method: "POST", body })).status).toBe(202);
      }
      process.kill(pid, "SIGKILL");
      await example.says(/Tarantool has ended and is started again/);
      await example.says(/emails: 5 done/);
    },
  );

  it("finds the tasks that waited when it starts again", async () => {
    const first = await serving();
    first.example.signal("SIGINT");
    expect(await first.example.exitCode()).toBe(0);
    // Nobody handles them: what is put now waits.
    const server = await startLocalServer({
      dir,
      env: process.env,
      address: { host: "127.0.0.1", port: 0 },
    });
    const { address, user, password } = server;
    const storage = createTarantoolStorage({ addresses: [address], user, password });
    for (let n = 0; n < 3; n++)
      await putEmails(storage, { ...flaky(n), to: `reader-${n}@example.com` });
    await storage.close();
    await server.stop();
    const { example } = await serving();
    await example.says(/emails: 3 done/);
  });

  it("processes the fixed load with --once", { timeout: 60_000 }, async () => {
    const example = start("--once");
    expect(await example.exitCode()).toBe(0);
    expect(example.output).toMatch(/^tasks +3000 done/m);
  });

  it("says how to install Tarantool where it is absent", async () => {
    vi.stubEnv("TARANTOOL_BIN", "no-such-tarantool");
    vi.stubEnv("TMPDIR", dir);
    const example = start("--once");
    vi.unstubAllEnvs();
    expect(await example.exitCode()).toBe(1);
    expect(example.output).toContain("apt-get install tarantool");
    expect(example.output).not.toContain("    at ");
    expect(readdirSync(dir)).toEqual([]);
  });
});
