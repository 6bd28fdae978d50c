import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { startSilentServer } from "@queue/testkit/silent-server";
import { type TarantoolInstance, tarantoolAvailable } from "@queue/testkit/tarantool";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dialByIproto } from "../../src/connection/iproto/iproto-wire.js";
import { Connections, credentials, failure, startStub, WIRES } from "./stub.js";

const open = new Connections();
let a: TarantoolInstance;
let b: TarantoolInstance;
beforeAll(async () => {
  [a, b] = await Promise.all([startStub(), startStub()]);
});
afterEach(async () => {
  await open.close();
  await Promise.all([setReadOnly(a, false), setReadOnly(b, false)]);
});
afterAll(() => Promise.all([a.remove(), b.remove()]));

/** By a bare wire: a connection would not stay on a server that accepts no writes. */
async function setReadOnly({ address }: TarantoolInstance, value: boolean): Promise<void> {
  const wire = await dialByIproto(address, credentials, new AbortController().signal);
  await new Promise((resolve) => wire.send("queue.read_only", [value], resolve));
  wire.end(new Error("done"));
}

/** How often `count` was called on a server. */
async function counted({ address }: TarantoolInstance): Promise<number> {
  const [count] = (await open.open({ addresses: [address] }).call("counted", [])) as [number];
  return count;
}

describe.runIf(tarantoolAvailable()).each(WIRES)("servers, by $wire", ({ dial }) => {
  const connect = (addresses: readonly TarantoolInstance["address"][], options = {}) =>
    open.open({ addresses, dial, ...options });

  it("finds the writable one among several", async () => {
    await setReadOnly(a, true);
    const before = await counted(b);
    await connect([a.address, b.address]).call("count", []);
    expect(await counted(b)).toBe(before + 1);
  });

  it("moves on when its server becomes read-only, without a failed call", async () => {
    await setReadOnly(b, true);
    const connection = connect([a.address, b.address]);
    await connection.call("count", []);
    await setReadOnly(b, false);
    await setReadOnly(a, true);
    const before = await counted(b);
    await Promise.all([1, 2, 3].map(() => connection.call("count", [])));
    expect(await counted(b)).toBe(before + 3);
  });

  it("says READ_ONLY when no server is writable in time, and resumes by itself", async () => {
    const connection = connect([a.address], { callTimeoutMs: 200 });
    await connection.call("count", []);
    await setReadOnly(a, true);
    const error = await failure(connection.call("count", []));
    expect(error).toMatchObject({ code: "READ_ONLY", details: { outcome: "none" } });
    await setReadOnly(a, false);
    expect(await connection.call("count", [], { timeoutMs: 10_000 })).toHaveLength(1);
  });

  it("passes over a server that accepts and never answers", async () => {
    const silent = await startSilentServer();
    try {
      const addresses = [silent.address, a.address];
      const connection = connect(addresses, { connectTimeoutMs: 100 });
      expect(await connection.call("echo", [1])).toEqual([1, [1]]);
      const stuck = connect([silent.address], { connectTimeoutMs: 100, callTimeoutMs: 300 });
      const error = await failure(stuck.call("echo", []));
      expect(error).toMatchObject({ code: "UNAVAILABLE", details: { outcome: "none" } });
      expect(String(error)).toContain("no answer within 100 ms");
      expect(silent.accepted()).toBeGreaterThan(2);
    } finally {
      await silent.close();
    }
  });

  it("refuses what is not Tarantool with a sentence", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end(`HTTP/1.1 400 Bad Request\r\n${" ".repeat(200)}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const connection = connect([{ host: "127.0.0.1", port }], { callTimeoutMs: 200 });
    expect(String(await failure(connection.call("echo", [])))).toContain("is not Tarantool");
    server.close();
  });

  it.each([
    { user: "tester", password: "wrong" },
    { user: "nobody", password: "wrong" },
  ])("says FORBIDDEN at once to $user with a wrong password, without showing it", async (wrong) => {
    const connection = connect([a.address], { credentials: wrong, callTimeoutMs: 60_000 });
    const error = await failure(connection.call("echo", []));
    expect(error).toMatchObject({ code: "FORBIDDEN" });
    expect(String(error)).not.toContain("wrong");
  });

  it.each([
    { env: { STUB_MUTE: "1" }, words: "Is the queue module started there?" },
    { env: { STUB_PROTOCOL: "2" }, words: "speaks protocol 2 of the queue module" },
    { env: { STUB_SHARD: "7" }, words: "is shard 7, and the server before it was shard 0" },
  ])("says INCOMPATIBLE at once where $words", async ({ env, words }) => {
    const connection = connect([a.address, b.address], { callTimeoutMs: 60_000 });
    await connection.call("echo", []);
    await Promise.all([a.kill(), b.kill()]);
    await Promise.all([a.start(env), b.start(env)]);
    const error = await failure(connection.call("echo", [], { repeatable: true }));
    expect(error).toMatchObject({ code: "INCOMPATIBLE" });
    expect(String(error)).toContain(words);
    await Promise.all([a.kill(), b.kill()]);
    await Promise.all([a.start(), b.start()]);
    await expect
      .poll(() => connection.call("echo", [1]).catch(() => "not yet"), { timeout: 10_000 })
      .toEqual([1, [1]]);
  });
});
