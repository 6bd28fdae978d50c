import { silentLogger } from "@queue/runtime";
import { expect, it } from "vitest";
import { Lane } from "./lane.js";
import { Servers } from "./servers.js";
import type { Dial, Wire } from "./wire.js";

const LIMITS = { callsInFlight: 10, bytesInFlight: 10, callsWaiting: 10, bytesWaiting: 10 };
const ADDRESS = { host: "nowhere", port: 1 };

/** A server that says hello, and then is gone or answers everything. */
function fakeWire(gone: boolean): Wire {
  let end: (reason: Error) => void = () => {};
  const ended = new Promise<Error>((resolve) => {
    end = resolve;
  });
  return {
    ended,
    end,
    send(name, _args, reply) {
      if (name === "queue.hello") {
        reply({ kind: "result", value: [1, { shard: 0, writable: true }] });
        if (gone) end(new Error("gone"));
      } else if (!gone) reply({ kind: "result", value: [name] });
    },
  };
}

it("looks for a server again when the one it has found is gone at the same moment", async () => {
  let dials = 0;
  const dial: Dial = async () => fakeWire(++dials === 1);
  const servers = new Servers({
    dial,
    addresses: [ADDRESS],
    credentials: undefined,
    connectTimeoutMs: 1_000,
  });
  const lane = new Lane(servers, LIMITS, silentLogger);
  const settings = { timeoutMs: 5_000, repeatable: true };
  expect(await lane.call("echo", [], settings)).toEqual(["queue.echo"]);
  expect(dials).toBe(2);
  await lane.close();
});

it("sends what an older line has left to the line in use, at once", async () => {
  const wires: (Wire & { readonly sent: string[] })[] = [];
  const dial: Dial = async () => {
    const number = wires.length;
    const sent: string[] = [];
    const wire = fakeWire(false);
    const { send } = wire;
    wires.push({ ...wire, sent });
    return {
      ...wire,
      send(name, args, reply) {
        sent.push(name);
        if (name === "queue.hello") return send(name, args, reply);
        // The first server answers nothing, but that it is read-only now.
        if (number > 0) reply({ kind: "result", value: [name] });
        else if (name === "queue.put") reply({ kind: "refused", message: "READ_ONLY: no more" });
      },
    };
  };
  const servers = new Servers({
    dial,
    addresses: [ADDRESS],
    credentials: undefined,
    connectTimeoutMs: 1_000,
  });
  const lane = new Lane(servers, LIMITS, silentLogger);
  const settings = { timeoutMs: 5_000, repeatable: true };
  const stat = lane.call("stat", [], settings);
  expect(await lane.call("put", [], settings)).toEqual(["queue.put"]);
  expect(wires.map(({ sent }) => sent)).toEqual([
    ["queue.hello", "queue.stat", "queue.put"],
    ["queue.hello", "queue.put"],
  ]);
  wires[0]?.end(new Error("gone"));
  expect(await stat).toEqual(["queue.stat"]);
  await lane.close();
});
