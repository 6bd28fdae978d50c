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
