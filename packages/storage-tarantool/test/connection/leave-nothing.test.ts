import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startFaultProxy } from "@queue/testkit/fault-proxy";
import { startSilentServer } from "@queue/testkit/silent-server";
import { tarantoolAvailable } from "@queue/testkit/tarantool";
import { describe, expect, it, vi } from "vitest";
import { startServer } from "../proof/world.js";
import { Connections, startStub, WIRES } from "./stub.js";

const PROGRAM = fileURLToPath(new URL("leave-nothing.mjs", import.meta.url));

/** Whether a process that closes its storage then ends by itself, and what it printed. */
function ends(address: object, freezePid = ""): string {
  const options = JSON.stringify({ ...address, user: "tester", password: "secret" });
  const args = [PROGRAM, options, ...(freezePid === "" ? [] : [freezePid])];
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    timeout: 9_000, // less than any timeout of a call
  });
  return signal === null ? stdout + stderr : `it had to be killed: ${stdout}${stderr}`;
}

describe.runIf(tarantoolAvailable())(
  "a closed storage leaves nothing that keeps a process alive",
  () => {
    it("with a server that works, and one that hangs", async () => {
      const server = await startServer();
      try {
        expect(ends(server.address)).toBe("closed\n");
        expect(ends(server.address, String(server.pid))).toBe("closed\n");
      } finally {
        await server.remove();
      }
    });

    it("with a server that never answers, and none at all", async () => {
      const silent = await startSilentServer();
      expect(ends(silent.address)).toBe("closed\n");
      await silent.close();
      expect(ends(silent.address)).toBe("closed\n");
    });
  },
);

describe.runIf(tarantoolAvailable()).each(WIRES)("reconnecting by $wire", ({ dial }) => {
  it("adds no listener that it does not remove", async () => {
    const open = new Connections();
    const server = await startStub();
    const proxy = await startFaultProxy(server.address);
    try {
      const connection = open.open({ addresses: [proxy.address], dial });
      await connection.call("echo", []);
      const added = vi.spyOn(EventTarget.prototype, "addEventListener");
      const removed = vi.spyOn(EventTarget.prototype, "removeEventListener");
      for (let n = 0; n < 20; n++) {
        proxy.cut();
        await connection.call("echo", [n], { repeatable: true });
      }
      const listeners = (spy: typeof added | typeof removed) =>
        new Set(
          spy.mock.calls.filter(([type]) => type === "abort").map(([, listener]) => listener),
        );
      expect(listeners(added).size).toBeGreaterThan(20);
      const left = [...listeners(added)].filter((each) => !listeners(removed).has(each));
      expect(left).toHaveLength(0);
    } finally {
      vi.restoreAllMocks();
      await open.close();
      await proxy.close();
      await server.remove();
    }
  });
});
