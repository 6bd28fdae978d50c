import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ObservedProcess } from "@queue/testkit/observed-process";
import { afterEach, describe, expect, it } from "vitest";
import { startExample } from "./example-process.js";

const started: ObservedProcess[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((example) => example.end()));
});

function start(...args: readonly string[]): ObservedProcess {
  const example = startExample(...args);
  started.push(example);
  return example;
}

async function serving(...args: readonly string[]) {
  const example = start("--port", "0", ...args);
  const [, url = ""] = await example.says(/Listening on (http:\/\/127\.0\.0\.1:\d+)/);
  return { example, url };
}

describe("the example", () => {
  it("processes the fixed load and sums it up with --once", { timeout: 90_000 }, async () => {
    const example = start("--once");
    expect(await example.exitCode()).toBe(0);
    expect(example.output).toMatch(/^tasks +3000 done/m);
    expect(example.output).toMatch(/^failures +300, retried/m);
    expect(example.output).toMatch(/^throughput +\d+ tasks\/s/m);
    expect(example.output).toMatch(/^waiting time +p50 \d+ ms, p95 \d+ ms, max \d+ ms/m);
  });

  it("helps", async () => {
    const example = start("--help");
    expect(await example.exitCode()).toBe(0);
    expect(example.output).toContain("--once");
  });

  it("refuses an argument it does not know with a sentence and exit code 2", async () => {
    const example = start("--fast");
    expect(await example.exitCode()).toBe(2);
    expect(example.output).toContain("--fast");
    expect(example.output).not.toContain("    at ");
  });

  it("refuses a port in use with a sentence and exit code 1", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const example = start("--port", String(port));
    const code = await example.exitCode();
    server.close();
    expect(code).toBe(1);
    expect(example.output).toContain(`Port ${port} is in use.`);
  });

  it("handles what is posted, and says so in its progress and its metrics", async () => {
    const { example, url } = await serving("--no-load");
    const body = JSON.stringify({ to: "ada@example.com", subject: "Hello", body: "How are you?" });
    const response = await fetch(`${url}/emails`, { method: "POST", body });
    expect(response.status).toBe(202);
    await example.says(/emails: 1 done, 0 retried, 0 ready/);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toMatch(/^queue_tasks_processed_total\{queue_num="1"\} 1$/m);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("stops gracefully at Ctrl-C, which npm may deliver twice", async () => {
    const { example } = await serving();
    await example.says(/emails: [1-9]\d* done/);
    example.signal("SIGINT");
    example.signal("SIGINT");
    expect(await example.exitCode()).toBe(0);
    expect(example.output).toContain("Stopped: every handler finished.");
  });
});
