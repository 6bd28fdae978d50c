import { setTimeout as pause } from "node:timers/promises";
import type { FullStorage } from "@queue/runtime";
import { type FaultProxy, startFaultProxy } from "@queue/testkit/fault-proxy";
import { type TarantoolInstance, tarantoolAvailable } from "@queue/testkit/tarantool";
import { describe, expect, it } from "vitest";
import { dialByIproto } from "../../src/connection/iproto/iproto-wire.js";
import { audit } from "./audit.js";
import { Ledger } from "./ledger.js";
import { putOne, startLoad } from "./load.js";
import { startServer, storageOn } from "./world.js";

const OUTAGE_MS = 10_000;
/** Shorter than an outage: calls must end before it does. */
const CALL_TIMEOUT_MS = 2_000;

interface Scene {
  readonly server: TarantoolInstance;
  readonly proxy: FaultProxy;
  readonly storage: FullStorage;
  readonly ledger: Ledger;
}

/**
 * Producers and consumers at work on a server behind a network that can fail. After the fault they must
 * go on by themselves, and what they were told must fit what is there.
 */
async function survives(fault: (scene: Scene) => Promise<void>): Promise<void> {
  const server = await startServer();
  const proxy = await startFaultProxy(server.address);
  const storage = storageOn(proxy.address, {
    callTimeoutMs: CALL_TIMEOUT_MS,
    connectTimeoutMs: 1_000,
  });
  const ledger = new Ledger();
  try {
    const load = startLoad(storage, ledger, { producers: 2, consumers: 2 });
    const done = () => ledger.count("done", "yes");
    await until(server, () => done() > 100);
    await fault({ server, proxy, storage, ledger });
    const before = done();
    await until(server, () => done() > before + 100);
    await load.stop(); // every call has come to its end
    expect(await audit(storage, ledger)).toEqual([]);
    expect(server.crashed).toBe(false);
  } finally {
    await storage.close();
    await proxy.close();
    await server.remove();
  }
}

/** Not `expect.poll`, which does not know tests that run at the same time. */
async function until(server: TarantoolInstance, condition: () => boolean): Promise<void> {
  while (!condition()) {
    if (server.crashed) throw new Error(`the server has crashed:\n${server.log}`);
    await pause(10);
  }
}

async function setReadOnly({ address }: TarantoolInstance, value: boolean): Promise<void> {
  const operator = { user: "operator", password: "secret" };
  const wire = await dialByIproto(address, operator, new AbortController().signal);
  const answer = await new Promise((resolve) => wire.send("set_read_only", [value], resolve));
  wire.end(new Error("done"));
  expect(answer).toEqual({ kind: "result", value: [1] });
}

// At the same time: they mostly wait.
describe.runIf(tarantoolAvailable()).concurrent("an outage", { timeout: 60_000 }, () => {
  it("of 10 s, the server frozen: calls end, nothing is lost, work resumes", () =>
    survives(async ({ server, ledger }) => {
      server.freeze();
      await pause(OUTAGE_MS);
      expect(ledger.unknowns).toBeGreaterThan(0); // they have heard of it meanwhile
      server.thaw();
    }));

  it("of 10 s, the server stopped and started: calls end, nothing is lost, work resumes", () =>
    survives(async ({ server, storage, ledger }) => {
      const end = performance.now() + OUTAGE_MS;
      await server.kill("SIGTERM");
      await putOne(storage, ledger); // this one may have met the dying server
      expect(await putOne(storage, ledger)).toMatchObject({
        code: "UNAVAILABLE",
        details: { outcome: "none" },
      });
      await pause(end - performance.now());
      await server.start();
    }));

  it("of the network, in the middle of replies, again and again", () =>
    survives(async ({ server, proxy }) => {
      for (let cut = 0; cut < 20; cut++) {
        const { accepted } = proxy;
        proxy.cutRepliesAfter(100 + cut * 37);
        await until(server, () => proxy.accepted > accepted);
      }
    }));

  it("of a server that accepts and never answers", () =>
    survives(async ({ server, proxy, ledger }) => {
      proxy.holdReplies(true);
      const before = ledger.unknowns;
      await until(server, () => ledger.unknowns > before);
      await pause(CALL_TIMEOUT_MS);
      proxy.cut(); // what was held back must not come late
      proxy.holdReplies(false);
    }));

  it("by a read-only switch: calls wait or say READ_ONLY, and go on when it is over", () =>
    survives(async ({ server, storage, ledger }) => {
      await setReadOnly(server, true);
      expect(await putOne(storage, ledger)).toMatchObject({
        code: "READ_ONLY",
        details: { outcome: "none" },
      });
      await setReadOnly(server, false);
    }));

  it("leaves no call behind: closing during one ends all of them", async () => {
    const server = await startServer();
    const storage = storageOn(server.address);
    try {
      await storage.putTask({ queueNum: 1, data: Buffer.from("x") });
      server.freeze();
      const calls = [
        storage.getTask(1, 1),
        storage.putTask({ queueNum: 1, data: Buffer.from("y"), putId: "y" }),
        storage.waitTask([2], { timeoutMs: 60_000 }),
        storage.getStat(),
      ].map((call: Promise<unknown>) => call.catch((error) => error));
      await pause(20);
      await storage.close();
      for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: "CLOSED" });
    } finally {
      await server.remove();
    }
  });
});
