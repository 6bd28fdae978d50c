import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ObservedProcess } from "@queue/testkit/observed-process";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openConnection } from "../../src/connection.js";

const BIN = fileURLToPath(new URL("../../bin/queue-tarantool.js", import.meta.url));
const credentials = { user: "queue", password: "queue" };
const started: ObservedProcess[] = [];
let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "queue-cli-"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((cli) => cli.end()));
  // A server that has just lost its parent may still be writing.
  await vi.waitFor(() => rmSync(dir, { recursive: true, force: true }), 5_000);
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): ObservedProcess {
  const cli = new ObservedProcess(process.execPath, [BIN, ...args], {
    cwd: dir,
    env: { ...process.env, ...env },
  });
  started.push(cli);
  return cli;
}

/** Sockets, not ports: nobody else can be there already. */
const socket = (name = "queue.sock") => join(dir, name);

async function up(...args: readonly string[]): Promise<ObservedProcess> {
  const cli = run(["up", "--listen", socket(), ...args]);
  await cli.says(/listens on .*\n.*\nCtrl-C stops it/);
  return cli;
}

async function call(name: string, args: readonly unknown[], who = credentials): Promise<unknown> {
  const connection = openConnection({ addresses: [{ path: socket() }], credentials: who });
  try {
    return await connection.call(name, args, { repeatable: true });
  } finally {
    await connection.close();
  }
}

/** Its log says it in every line. */
function serverPid(): number {
  const log = readFileSync(join(dir, ".queue-tarantool/tarantool.log"), "utf8");
  return Number(/\[(\d+)\]/.exec(log)?.[1]);
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("queue-tarantool", () => {
  it.each([[], ["--help"], ["up", "--help"], ["init", "-h"]])("helps with %j", async (...args) => {
    const cli = run(args);
    expect(await cli.exitCode()).toBe(0);
    expect(cli.output).toMatch(/queue-tarantool up[\s\S]*queue-tarantool init/);
  });

  it.each([
    [["down"], 'no command "down"'],
    [["up", "--fast"], "--fast"],
    [["up", "--listen", "nonsense"], 'not "nonsense"'],
    [["up", "--listen", "0.0.0.0:3301"], "choose a --password"],
    [["up", "--memory", "lots"], 'not "lots"'],
    [["init", "--role", "king"], "producer, worker, admin"],
    [["init", "--user", "a'b"], "--user must be"],
    [["init", "a.lua", "b.lua"], "one file"],
  ])("refuses %j with a sentence and exit code 2", async (args, words) => {
    const cli = run(args);
    expect(await cli.exitCode()).toBe(2);
    expect(cli.output).toContain(words);
    expect(cli.output).not.toContain("    at ");
  });

  it("says how to install Tarantool where it is absent", async () => {
    const cli = run(["up", "--listen", socket()], { TARANTOOL_BIN: "no-such-tarantool" });
    expect(await cli.exitCode()).toBe(1);
    expect(cli.output).toContain('Tarantool was not found as "no-such-tarantool"');
    expect(cli.output).toContain("apt-get install tarantool");
  });
});

describe.runIf(tarantoolAvailable())("queue-tarantool up", () => {
  it("starts a server that can be used, stops at Ctrl-C, and finds its data again", async () => {
    const first = await up();
    await call("put", [[[[1, Buffer.from("hello")]]]]);
    first.signal("SIGINT");
    expect(await first.exitCode()).toBe(0);
    expect(first.output).toContain("The data stay in");
    await up();
    expect(await call("get", [1, 10, 60_000])).toMatchObject([0, [expect.anything()], [], 0]);
  });

  it("ends its server when it is killed itself", async () => {
    const cli = await up();
    const pid = serverPid();
    expect(lives(pid)).toBe(true);
    await cli.end();
    await vi.waitFor(() => expect(lives(pid)).toBe(false), 10_000);
  });

  it("says when the server ends by itself", async () => {
    const cli = await up();
    process.kill(serverPid(), "SIGKILL");
    expect(await cli.exitCode()).toBe(1);
    expect(cli.output).toContain("Tarantool has ended by itself");
  });

  it("says when its directory or its address is in use", async () => {
    await up();
    const sameDir = run(["up", "--listen", socket("other.sock")]);
    expect(await sameDir.exitCode()).toBe(1);
    expect(sameDir.output).toContain("is in use by another Tarantool");
    const sameAddress = run(["up", "--listen", socket(), "--dir", "elsewhere"]);
    expect(await sameAddress.exitCode()).toBe(1);
    expect(sameAddress.output).toContain(`${socket()} is in use`);
  });
});

describe.runIf(tarantoolAvailable())("queue-tarantool init", () => {
  it("writes an instance file that starts, and grants that are enough and no more", async () => {
    const cli = run(["init", "mine.lua", "--listen", socket(), "--user", "mailer"]);
    expect(await cli.exitCode()).toBe(0);
    const grants = cli.output.match(/^ {2}box\..*$/gm) ?? [];
    expect(grants).toHaveLength(2);
    const [, password = ""] = /password = '(.*)'/.exec(cli.output) ?? [];
    const file = readFileSync(join(dir, "mine.lua"), "utf8");
    const withUser = file.replace("-- Last:", `${grants.join("\n")}\n-- Last:`);
    writeFileSync(join(dir, "with-user.lua"), withUser);
    const server = spawn(process.env.TARANTOOL_BIN ?? "tarantool", ["with-user.lua"], {
      cwd: dir,
      stdio: "ignore",
    });
    try {
      await vi.waitFor(() => expect(readdirSync(dir)).toContain("queue.sock"), 10_000);
      const mailer = { user: "mailer", password };
      expect(await call("put", [[[[1, Buffer.from("hello")]]]], mailer)).toEqual([1, [[1]]]);
      await expect(call("clear", [1], mailer)).rejects.toMatchObject({ code: "FORBIDDEN" });
    } finally {
      server.kill("SIGKILL");
      await once(server, "close");
    }
  });

  it("never overwrites", async () => {
    writeFileSync(join(dir, "queue.lua"), "-- mine");
    const cli = run(["init"]);
    expect(await cli.exitCode()).toBe(1);
    expect(cli.output).toContain("exists and stays as it is");
    expect(readFileSync(join(dir, "queue.lua"), "utf8")).toBe("-- mine");
  });
});
