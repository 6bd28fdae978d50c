import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { silentLogger } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import { describe, expect, it } from "vitest";
import { importModule, loadStorage } from "../src/cli/load-storage.js";
import { served } from "./served.js";

const TOKEN = "operator-operator-operator";

describe("queue-manager serve", () => {
  it.each([
    [["serve", "--storage", "memory:", "--port", "0"]],
    [["--storage=memory:", "--port=0"]],
  ])("serves the API on this machine, and ends when it is told: %j", async (args) => {
    const { code, printed } = await served(args, async (url) => {
      expect((await fetch(`${url}/stats`)).status).toBe(200);
    });
    expect(code).toBe(0);
    expect(printed).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1 on memory:$/);
  });

  it("takes its storage and tokens from the environment, and its base path", async () => {
    const env = { QUEUE_MANAGER_STORAGE: "memory:", QUEUE_MANAGER_OPERATOR_TOKEN: TOKEN };
    const { code } = await served(
      ["serve", "--port", "0", "--base-path", "/ops"],
      async (url) => {
        expect(url).toMatch(/\/ops\/api\/v1$/);
        expect((await fetch(`${url}/stats`)).status).toBe(401);
        const headers = { authorization: `Bearer ${TOKEN}` };
        expect((await fetch(`${url}/stats`, { headers })).status).toBe(200);
      },
      { env },
    );
    expect(code).toBe(0);
  });

  it("ends event streams when it ends", async () => {
    let stream: Response | undefined;
    await served(["--storage", "memory:", "--port", "0"], async (url) => {
      stream = await fetch(`${url}/events`);
    });
    expect(await stream?.text()).toContain("event: stats");
  });

  it.each(["0.0.0.0", "::", "192.0.2.1", "example.com"])(
    "binds nothing off this machine without a token: --host %s",
    async (host) => {
      const { code, notes } = await served(["--storage", "memory:", "--host", host, "--port", "0"]);
      expect(code).toBe(2);
      expect(notes).toContain("set QUEUE_MANAGER_OPERATOR_TOKEN");
    },
  );

  it("says what is wrong with a port in use", async () => {
    await served(["--storage", "memory:", "--port", "0"], async (url) => {
      const { code, notes } = await served(["--storage", "memory:", "--port", new URL(url).port]);
      expect(code).toBe(1);
      expect(notes).toMatch(/Cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
    });
  });

  it.each<[string[], Record<string, string>, string]>([
    [["serve"], {}, "--storage is missing; there are:"],
    [["serve", "--storage", "redis://x"], {}, '--storage "redis://x" is unknown'],
    [["serve", "--storage", "redis://u:secret@x"], {}, "redis://u:***@x"],
    ...[
      ...[
        "tarantool:",
        "tarantool://",
        "tarantool:///",
        "tarantool://me:secret@",
        "tarantool://x/y",
      ],
      ...["tarantool://x:99999", "tarantool://me:secret%@x", "tarantool://me:secret/@x"],
    ].map((text): [string[], Record<string, string>, string] => [
      ["serve", "--storage", text],
      {},
      "must be like tarantool://",
    ]),
    [["serve", "--storage", "memory:", "--port", "99999"], {}, "--port must be a whole number"],
    [["serve", "--storage", "memory:", "--base-path", "x"], {}, "basePath must be like"],
    [["serve", "--storage", "memory:"], { QUEUE_MANAGER_OPERATOR_TOKEN: "short" }, "at least 16"],
    [["serve", "--storage", "memory:"], { QUEUE_MANAGER_OPERATOR_TOKEN: "" }, "token is empty"],
    [["serve", "--sotrage", "memory:"], {}, "--sotrage"],
  ])("says what is wrong with %j %j", async (args, env, complaint) => {
    const { code, notes } = await served(args, undefined, { env });
    expect(code).toBe(2);
    expect(notes).toContain(complaint);
    expect(notes).not.toContain("secret");
  });

  it("helps", async () => {
    const { printed, code } = await served(["--storage", "x", "--help"], async () => {});
    expect(code).toBe(0);
    expect(printed).toContain("QUEUE_MANAGER_WORKER_TOKEN");
  });
});

describe("storages", () => {
  it.each([
    [
      "tarantool://me:p%40ss@db.example:3302",
      { host: "db.example", port: 3302, user: "me", password: "p@ss" },
    ],
    ["tarantool://db.example", { host: "db.example", port: 3301 }],
    ["tarantool://[::1]:3301", { host: "::1", port: 3301 }],
    ["tarantool:///run/queue.sock", { path: "/run/queue.sock" }],
    [
      "tarantool://me:p%40s%2Fs@/run/my%20queue.sock",
      { path: "/run/my queue.sock", user: "me", password: "p@s/s" },
    ],
    ["tarantool://me@db.example:3302/", { host: "db.example", port: 3302, user: "me" }],
  ])("%s is opened by @queue/storage-tarantool", async (text, expected) => {
    const asked: unknown[] = [];
    const createTarantoolStorage = (options: object) => {
      asked.push(options);
      return createMemoryStorage();
    };
    await loadStorage(text, async () => ({ createTarantoolStorage }), silentLogger);
    expect(asked).toEqual([{ ...expected, logger: silentLogger }]);
  });

  it("a module of one's own makes one by createStorage()", async () => {
    const dir = mkdtempSync(join(tmpdir(), "queue-manager-"));
    try {
      const file = join(dir, "storage.mjs");
      writeFileSync(file, "export const createStorage = () => ({ getStat() {}, commit() {} });\n");
      expect(await loadStorage(file, importModule, silentLogger)).toHaveProperty("commit");
      writeFileSync(join(dir, "none.mjs"), "export const x = 1;\n");
      await expect(loadStorage(join(dir, "none.mjs"), importModule, silentLogger)).rejects.toThrow(
        /has no function that makes a storage/,
      );
      await expect(
        loadStorage(join(dir, "absent.mjs"), importModule, silentLogger),
      ).rejects.toThrow(/absent\.mjs is not there/);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });

  it("a package that is not installed is named, with the command that installs it", async () => {
    await expect(importModule("@queue/storage-of-dreams")).rejects.toThrow(
      "@queue/storage-of-dreams is not there; install it: npm install @queue/storage-of-dreams",
    );
  });
});

describe("the command", () => {
  const bin = fileURLToPath(new URL("../bin/queue-manager.js", import.meta.url));

  it("serves until SIGTERM, resigns, and ends with 0", async () => {
    const child = spawn(process.execPath, [bin, "--storage", "memory:", "--port", "0"]);
    const [line] = await once(child.stdout, "data");
    const url = String(line).split(" ")[0];
    expect((await fetch(`${url}/plan`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("ends with 2 when it is called wrongly", async () => {
    const run = promisify(execFile)(process.execPath, [bin, "serve"]);
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--storage"),
    });
  });
});
