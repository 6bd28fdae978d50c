import { type FaultProxy, startFaultProxy } from "@queue/testkit/fault-proxy";
import { type TarantoolInstance, tarantoolAvailable } from "@queue/testkit/tarantool";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Connections, failure, startStub, WIRES } from "./stub.js";

const open = new Connections();
let server: TarantoolInstance;
let proxy: FaultProxy;
beforeAll(async () => {
  server = await startStub();
  proxy = await startFaultProxy(server.address);
});
afterEach(async () => {
  await open.close();
  proxy.fragmentReplies(0);
  proxy.holdReplies(false);
  proxy.refuse(false);
});
afterAll(async () => {
  await proxy.close();
  await server.remove();
});

const unavailable = (outcome: "none" | "unknown") =>
  expect.objectContaining({ code: "UNAVAILABLE", details: { outcome } });
const closed = expect.objectContaining({ code: "CLOSED" });

describe.runIf(tarantoolAvailable()).each(WIRES)("a connection by $wire", ({ dial }) => {
  const direct = () => open.open({ addresses: [server.address], dial });
  const proxied = (options = {}) =>
    open.open({ addresses: [proxy.address], dial, callTimeoutMs: 5_000, ...options });

  it("resolves to the table that the function returns", async () => {
    const args = [0, 127, 128, -1, -40, 2 ** 32, 2 ** 52 + 1, 1.5, "", "ä€😀", null, true, [[]]];
    expect(await direct().call("echo", args)).toEqual([args.length, args]);
    const texts = [31, 32, 255, 256, 70_000].map((length) => "x".repeat(length));
    expect(await direct().call("echo", texts)).toEqual([texts.length, texts]);
  });

  it("goes by a unix socket, too", async () => {
    const local = await startStub({ listen: "unix" });
    try {
      const connection = open.open({ addresses: [local.address], dial });
      expect(await connection.call("echo", [1])).toEqual([1, [1]]);
    } finally {
      await open.close();
      await local.remove();
    }
  });

  it("gets every answer of 20 KB to 1 MB, fragmented, with a thousand calls at once", async () => {
    proxy.fragmentReplies(30_000);
    const connection = proxied({ maxCallsInFlight: 1_000, callTimeoutMs: 20_000 });
    const sizes = Array.from({ length: 1_000 }, (_, n) =>
      n % 100 === 0 ? 1_000_000 : n % 10 === 0 ? 200_000 : 20_000,
    );
    const answers = await Promise.all(
      sizes.map((size, n) => connection.call("reply", [n, size]) as Promise<[number, string]>),
    );
    expect(answers.map(([n, text]) => [n, text.length])).toEqual(sizes.map((size, n) => [n, size]));
  });

  it("puts a greeting and packets together that come byte by byte", async () => {
    proxy.fragmentReplies(1);
    expect(await proxied().call("echo", ["whole"])).toEqual([1, ["whole"]]);
  });

  it.each([
    ["STORAGE_FULL: no room", { code: "STORAGE_FULL", message: "[STORAGE_FULL] no room" }],
    [
      "PAYLOAD_TOO_LARGE: too long [size=5 limit=4]",
      { message: "[PAYLOAD_TOO_LARGE] too long", details: { size: 5, limit: 4 } },
    ],
    ["UNAVAILABLE: starting", { code: "UNAVAILABLE", details: { outcome: "none" } }],
    ["attempt to index a nil value", { code: "INTERNAL" }],
    ["NO_SUCH_CODE: what?", { code: "INTERNAL" }],
  ])("turns the server's error %j into ours", async (message, expected) => {
    expect(await failure(direct().call("fail", [message]))).toMatchObject(expected);
  });

  it("refuses what is not there with INCOMPATIBLE", async () => {
    expect(await failure(direct().call("nothing", []))).toMatchObject({ code: "INCOMPATIBLE" });
  });

  it("ends a call at its deadline with an unknown outcome, and goes on afterwards", async () => {
    const connection = direct();
    await connection.call("echo", []);
    const neighbour = connection.call("sleep", [30]);
    const late = connection.call("sleep", [30], { timeoutMs: 50 });
    expect(await failure(late)).toEqual(unavailable("unknown"));
    expect(await failure(neighbour)).toEqual(unavailable("unknown"));
    expect(await connection.call("echo", [1])).toEqual([1, [1]]);
  });

  it("keeps a connection on which others are answered when one call is late, and hands its answer on", async () => {
    const before = proxy.accepted;
    const connection = proxied();
    await connection.call("echo", []);
    const late = vi.fn();
    const slow = connection.call("sleep", [0.45], { timeoutMs: 300, late });
    await connection.call("echo", []);
    expect(await failure(slow)).toEqual(unavailable("unknown"));
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith([expect.any(Number)]));
    expect(await connection.call("echo", [1])).toEqual([1, [1]]);
    expect(proxy.accepted - before).toBe(1);
  });

  it("says that a call which was never sent had no effect", async () => {
    proxy.refuse(true);
    const error = await failure(proxied({ callTimeoutMs: 300 }).call("count", []));
    expect(error).toEqual(unavailable("none"));
    expect(String(error)).toMatch(/no server within 300 ms: 127\.0\.0\.1:\d+: /);
  });

  it("rejects what was under way when the connection breaks, and repeats what may be repeated", async () => {
    const connection = proxied();
    await connection.call("echo", []);
    proxy.holdReplies(true);
    const lost = failure(connection.call("echo", ["once"]));
    const repeated = connection.call("echo", ["again"], { repeatable: true });
    await vi.waitFor(() => expect(proxy.connections).toBe(1));
    proxy.holdReplies(true);
    proxy.cut();
    proxy.holdReplies(false);
    expect(await lost).toEqual(unavailable("unknown"));
    expect(await repeated).toEqual([1, ["again"]]);
  });

  it("survives a connection that is cut in the middle of an answer", async () => {
    const connection = proxied();
    await connection.call("echo", []);
    proxy.cutRepliesAfter(10_000);
    expect(await failure(connection.call("reply", [1, 50_000]))).toEqual(unavailable("unknown"));
    expect(await connection.call("reply", [2, 50_000])).toMatchObject([2, expect.any(String)]);
  });

  it("rejects an aborted call at once with the reason, and hands its answer on when it comes", async () => {
    const connection = direct();
    await connection.call("echo", []);
    const abort = new AbortController();
    const late = vi.fn();
    const call = connection.call("sleep", [0.05], { signal: abort.signal, late });
    const reason = new Error("enough");
    abort.abort(reason);
    expect(await failure(call)).toBe(reason);
    await vi.waitFor(() => expect(late).toHaveBeenCalledWith([expect.any(Number)]));
  });

  it("never sends a call that was aborted before there was a connection", async () => {
    const connection = direct();
    const [before] = (await connection.call("counted", [])) as [number];
    const other = direct();
    const abort = new AbortController();
    const call = other.call("count", [], { signal: abort.signal });
    abort.abort();
    await failure(call);
    await other.call("echo", []);
    expect(await connection.call("counted", [])).toEqual([before]);
  });

  it("keeps no listener of a signal and no timer of a call that is over", async () => {
    const connection = direct();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await connection.call("echo", [], { signal });
    await failure(connection.call("fail", ["no"], { signal }));
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed).toHaveBeenCalledTimes(2);
  });

  it("has no more calls under way than it may", async () => {
    const connection = open.open({ addresses: [server.address], dial, maxCallsInFlight: 3 });
    await connection.call("forget_crowd", []);
    const calls = Array.from({ length: 12 }, () => connection.call("crowd", [0.01]));
    const most = await Promise.all(calls);
    expect(Math.max(...most.map((answer) => (answer as [number])[0]))).toBe(3);
  });

  it("has no more bytes under way than it may, but always one call", async () => {
    const connection = open.open({ addresses: [server.address], dial, maxBytesInFlight: 1_000 });
    await connection.call("forget_crowd", []);
    const calls = [400, 400, 400, 5_000, 400].map((bytes) =>
      connection.call("crowd", [0.01], { bytes }),
    );
    const most = await Promise.all(calls);
    expect(Math.max(...most.map((answer) => (answer as [number])[0]))).toBe(2);
  });

  it("refuses calls at once when too many already wait for a server that is away", async () => {
    proxy.refuse(true);
    const connection = proxied({ callTimeoutMs: 60_000 });
    const calls = Array.from({ length: 10_001 }, () => failure(connection.call("echo", [])));
    expect(await calls.at(-1)).toEqual(unavailable("none"));
    await connection.close();
    expect(await calls[0]).toEqual(closed);
  });

  it("has long polls travel on a connection of their own", async () => {
    const before = proxy.accepted;
    const connection = proxied();
    await connection.call("echo", []);
    expect(proxy.accepted - before).toBe(1);
    await connection.call("echo", [], { longPoll: true });
    expect(proxy.accepted - before).toBe(2);
  });

  it("ends everything with CLOSED when it is closed, at once and for good", async () => {
    const connection = direct();
    await connection.call("echo", []);
    const sent = failure(connection.call("sleep", [30], { repeatable: true }));
    const polled = failure(connection.call("sleep", [30], { longPoll: true }));
    const closing = connection.close();
    expect(await sent).toEqual(closed);
    expect(await polled).toEqual(closed);
    await closing;
    expect(await failure(connection.call("echo", []))).toEqual(closed);
    await connection.close();
  });

  it("can be closed while it looks for a server", async () => {
    proxy.refuse(true);
    const connection = proxied();
    const waiting = failure(connection.call("echo", []));
    await connection.close();
    expect(await waiting).toEqual(closed);
  });
});
