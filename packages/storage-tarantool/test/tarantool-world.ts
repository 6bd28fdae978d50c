import { setImmediate as nextTurn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FullStorage } from "@queue/runtime";
import type { World } from "@queue/runtime/conformance";
import { startTarantool, type TarantoolInstance } from "@queue/testkit/tarantool";
import { type Connection, openConnection } from "../src/connection.js";
import { storageOver } from "../src/tarantool-storage.js";

export const LUA = fileURLToPath(new URL("../lua", import.meta.url));
export const WAITER_CAP = 50;

const START_MS = Date.UTC(2030, 0, 1);
const OPTIONS = { visibilityTimeoutMs: 60_000, maxPayloadBytes: 1024 * 1024 };

/** One server on a clock that tests move, which gives an empty world to each of them. */
export interface WorldServer {
  world(): Promise<World>;
  /** What the server has written to its log. */
  log(): string;
  remove(): Promise<void>;
}

export async function startWorldServer(listen: "tcp" | "unix"): Promise<WorldServer> {
  const instance = await startTarantool({
    listen,
    script: `${LUA}/test/server.lua`,
    luaPath: [LUA],
    env: { QUEUE_TEST_NOW: String(START_MS) },
    memoryMb: 256,
  });
  return {
    world: () => createWorld(instance),
    log: () => instance.log,
    remove: () => instance.remove(),
  };
}

async function createWorld(instance: TarantoolInstance): Promise<World> {
  // At once, and not after the patience of a client that waits for it to come back.
  if (instance.crashed) throw new Error(`the server has crashed:\n${instance.log}`);
  const open = () => openConnection({ addresses: [instance.address] });
  let connection = open();
  let storage: FullStorage = storageOver(connection, OPTIONS);
  let [now] = (await connection.call("test_reset", [])) as [number];

  async function advance(ms: number): Promise<void> {
    // What waits has arrived before, and the answers of those that are woken after.
    await settled(connection);
    [now] = (await connection.call("test_advance", [ms])) as [number];
    await settled(connection);
    // Answers of one packet arrive together: let all of them reach their callers.
    await nextTurn();
  }

  return {
    storage,
    advance,
    now: () => now,
    async restart() {
      await storage.close();
      await instance.kill();
      await instance.start({ QUEUE_TEST_NOW: String(now) });
      connection = open();
      storage = storageOver(connection, OPTIONS);
      return storage;
    },
    dispose: () => storage.close(),
  };
}

const settled = (connection: Connection) => connection.call("hello", [1], { longPoll: true });
