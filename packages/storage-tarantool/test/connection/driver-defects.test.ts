import { spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { QueueError } from "@queue/runtime";
import { type FaultProxy, startFaultProxy } from "@queue/testkit/fault-proxy";
import { type TarantoolInstance, tarantoolAvailable } from "@queue/testkit/tarantool";
import TarantoolConnection from "tarantool-driver";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { dialByDriver } from "../../src/connection/driver/driver-wire.js";
import type { Connection } from "../../src/connection.js";
import { startServer, storageOn } from "../proof/world.js";
import { Connections, credentials, failure, startStub } from "./stub.js";

// Each defect of tarantool-driver 3.1.0 twice: the driver as it is, which has it, and as we use it.
// When a new version of the driver has lost one, its first half fails and says so.

const RAW_DRIVER = fileURLToPath(new URL("raw-driver.mjs", import.meta.url));
/** Long enough for an answer that takes a millisecond, and waited for in full only by the driver as it is. */
const NEVER_MS = 700;

const open = new Connections();
const raws: TarantoolConnection[] = [];
let server: TarantoolInstance;
let proxy: FaultProxy;
beforeAll(async () => {
  server = await startStub();
  proxy = await startFaultProxy(server.address);
});
afterEach(async () => {
  await open.close();
  for (const driver of raws.splice(0)) driver.disconnect();
  proxy.fragmentReplies(0);
  proxy.holdReplies(false);
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
});

/** The driver's innards that tell what it is at. */
interface Raw extends TarantoolConnection {
  readonly state: number;
  readonly salt?: string;
  readonly options: { readonly password: string };
  readonly commandsQueue: { _list: object };
}
const CONNECTED = 256;

/** The driver as it comes. */
function raw(options: object = {}): Raw {
  const { user: username, password } = credentials;
  const driver = new TarantoolConnection({ ...proxy.address, username, password, ...options });
  driver.on("error", () => {});
  raws.push(driver);
  return driver as Raw;
}

/** The driver as we use it. */
function contained(options: object = {}): Connection {
  return open.open({ addresses: [proxy.address], dial: dialByDriver, ...options });
}

/** What becomes of a call: its outcome, or "pending" after a while. */
function fate(call: Promise<unknown>): Promise<string> {
  return Promise.race([
    call.then(
      () => "answered",
      () => "rejected",
    ),
    pause(NEVER_MS, "pending"),
  ]);
}

/** Whether a process that uses the driver as it comes lives through one of raw-driver.mjs's cases. */
function survives(name: string): boolean {
  const args = [RAW_DRIVER, name, String(server.address.port)];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 10_000 });
  return stdout.includes("survived");
}

describe.runIf(tarantoolAvailable())("tarantool-driver", () => {
  it("forgets calls made while a reply is in pieces; contained, all are answered", async () => {
    const driver = raw();
    await driver.call("queue.echo");
    proxy.fragmentReplies(2_000);
    proxy.holdRepliesAfter(10_000);
    const large = driver.call("queue.reply", 1, 20_000);
    await vi.waitFor(() => expect(driver.state).not.toBe(CONNECTED));
    const meanwhile = driver.call("queue.echo");
    proxy.holdReplies(false);
    expect(await large).toHaveLength(1);
    expect(await fate(meanwhile)).toBe("pending");

    const connection = contained();
    await connection.call("echo", []);
    proxy.holdRepliesAfter(10_000);
    const whole = connection.call("reply", [1, 20_000]);
    await pause(50);
    const answered = connection.call("echo", ["meanwhile"]);
    proxy.holdReplies(false);
    expect(await whole).toMatchObject([1, "x".repeat(20_000)]);
    expect(await answered).toEqual([1, ["meanwhile"]]);
  });

  it("leaves calls in flight pending when the connection drops; contained, they are rejected", async () => {
    const driver = raw();
    await driver.call("queue.echo");
    const forgotten = driver.call("queue.sleep", 0.05);
    const before = proxy.accepted;
    proxy.cut();
    await vi.waitFor(() => expect(proxy.accepted).toBe(before + 1));
    await driver.call("queue.echo"); // it has come back
    expect(await fate(forgotten)).toBe("pending");

    const connection = contained();
    await connection.call("echo", []);
    const lost = connection.call("sleep", [0.05]);
    proxy.cut();
    expect(await failure(lost)).toMatchObject({ details: { outcome: "unknown" } });
    expect(await connection.call("echo", [1])).toEqual([1, [1]]);
  });

  it("is poisoned by half a reply; contained, the next connection starts clean", async () => {
    expect(survives("half-reply")).toBe(false);
    const connection = contained();
    await connection.call("echo", []);
    proxy.cutRepliesAfter(20_000);
    await failure(connection.call("reply", [1, 50_000]));
    proxy.fragmentReplies(5_000);
    expect(await connection.call("reply", [2, 20_000])).toMatchObject([2, "x".repeat(20_000)]);
  });

  it("knows no deadline of a call; contained, each has one", async () => {
    const driver = raw({ timeout: 100 });
    await driver.call("queue.echo");
    expect(await fate(driver.call("queue.sleep", 0.3))).toBe("answered");
    const call = contained().call("sleep", [0.3], { timeoutMs: 100 });
    expect(await failure(call)).toMatchObject({ code: "UNAVAILABLE" });
  });

  it("rounds 64-bit integers and refuses BigInt; all we send and read is below 2^53", async () => {
    const driver = raw();
    expect(await driver.call("queue.integer", "9007199254740993")).toEqual([[1, 2 ** 53]]);
    await expect(driver.call("queue.echo", 1n)).rejects.toThrow();
    const largest = Number.MAX_SAFE_INTEGER;
    expect(await contained().call("echo", [largest, largest - 1])).toEqual([
      2,
      [largest, largest - 1],
    ]);
    expect(await contained().call("integer", [String(largest)])).toEqual([1, largest]);
  });

  it("takes binary data in a Lua string for text; payloads are stored and returned as bytes", async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const [[, text]] = (await raw().call("queue.lua_string", bytes)) as [[number, string]];
    expect(Buffer.from(text).equals(bytes)).toBe(false);
    const real = await startServer();
    const storage = storageOn(real.address, { dial: dialByDriver });
    try {
      await storage.putTask({ queueNum: 1, data: bytes });
      const [task] = await storage.getTask(1, 1);
      expect(Buffer.from(task?.data ?? []).equals(bytes)).toBe(true);
    } finally {
      await storage.close();
      await real.remove();
    }
  });

  it("drops the codes of errors; ours travel in the message", async () => {
    const error = await failure(raw().call("queue.fail", "STORAGE_FULL: no room"));
    expect(error).not.toHaveProperty("code");
    expect(await failure(contained().call("fail", ["STORAGE_FULL: no room"]))).toMatchObject({
      code: "STORAGE_FULL",
    });
  });

  it("crashes the process at box.session.push; contained, it costs the connection", async () => {
    expect(survives("push")).toBe(false);
    const connection = contained();
    expect(await failure(connection.call("push", []))).toBeInstanceOf(QueueError);
    expect(await connection.call("echo", [1], { repeatable: true })).toEqual([1, [1]]);
  });

  it("looks through all calls in flight for each answer; contained, long polls are not among them", async () => {
    const driver = raw();
    await driver.call("queue.echo");
    for (let n = 0; n < 200; n++) driver.call("queue.sleep", 5).catch(() => {});
    let looks = 0;
    driver.commandsQueue._list = new Proxy(driver.commandsQueue._list, {
      get(list, key) {
        looks++;
        return Reflect.get(list, key);
      },
    });
    await driver.call("queue.echo");
    expect(looks).toBeGreaterThan(200);

    const before = proxy.accepted;
    const connection = contained();
    await connection.call("echo", []);
    await connection.call("echo", [], { longPoll: true });
    expect(proxy.accepted - before).toBe(2);
  });

  it("misreads a password in a URL; contained, it goes by an object", async () => {
    const { user, password } = credentials;
    const url = `${user}:${password}@127.0.0.1:${proxy.address.port}`;
    const driver = new TarantoolConnection(url, { lazyConnect: true });
    expect((driver as Raw).options.password).not.toBe(password);
    expect(await contained().call("echo", [1])).toEqual([1, [1]]);
  });

  it("cannot log in when the greeting comes in two pieces; contained, it can", async () => {
    proxy.holdRepliesAfter(80);
    const driver = raw({ retryStrategy: null });
    const call = driver.call("queue.echo");
    await vi.waitFor(() => expect(driver.salt).toBeDefined());
    proxy.holdReplies(false);
    expect(await fate(call)).not.toBe("answered");

    proxy.holdRepliesAfter(80);
    const answer = contained().call("echo", [1]);
    await pause(50);
    proxy.holdReplies(false);
    expect(await answer).toEqual([1, [1]]);
  });

  it("calls the old way, which unwraps rows; our answers begin with a number", async () => {
    expect(await raw().call("queue.rows")).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    const rows = [[1, "a"], [2]];
    expect(await contained().call("echo", rows)).toEqual([2, rows]);
  });
});
