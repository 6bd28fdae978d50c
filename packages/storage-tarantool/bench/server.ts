import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { FullStorage } from "@queue/runtime";
import { createTarantoolStorage } from "@queue/storage-tarantool";
import { dialByDriver } from "@queue/storage-tarantool/driver";
import { startTarantool } from "@queue/testkit/tarantool";
import TarantoolConnection from "tarantool-driver";

/** Sources stand in `bench` and, compiled, in `.bench/bench`. */
const PACKAGE = fileURLToPath(
  new URL(import.meta.url.includes("/.bench/") ? "../.." : "..", import.meta.url),
);

export interface BenchServer {
  /** By our own client, and by tarantool-driver. */
  readonly storage: FullStorage;
  readonly driverStorage: FullStorage;
  /** Calls a function of server.lua and resolves to the rate it measured. */
  inProcess(name: string, ...args: readonly number[]): Promise<number>;
  close(): Promise<void>;
}

export async function startBenchServer(walMode: "write" | "fsync"): Promise<BenchServer> {
  const server = await startTarantool({
    script: `${PACKAGE}/bench/server.lua`,
    luaPath: [`${PACKAGE}/lua`],
    memoryMb: 1024,
    walMode,
  });
  const login = { ...server.address, user: "bench", password: "bench" };
  const storage = createTarantoolStorage(login);
  const driverStorage = createTarantoolStorage({ ...login, dial: dialByDriver });
  const { host = "", port = 0 } = server.address;
  const operator = new TarantoolConnection({ host, port, username: "bench", password: "bench" });
  await once(operator, "connect");
  return {
    storage,
    driverStorage,
    async inProcess(name, ...args) {
      const [[rate]] = (await operator.call(name, ...args)) as [[number]];
      return rate;
    },
    async close() {
      operator.disconnect();
      await Promise.all([storage.close(), driverStorage.close()]);
      await server.remove();
    },
  };
}
