import { fileURLToPath } from "node:url";
import type { FullStorage } from "@queue/runtime";
import { createTarantoolStorage, type TarantoolStorageOptions } from "@queue/storage-tarantool";
import {
  startTarantool,
  type TarantoolInstance,
  type TarantoolSetup,
} from "@queue/testkit/tarantool";

/** Sources stand in `test/proof` and, compiled for the command, in `.bench/proof`: both two levels down. */
const PACKAGE = fileURLToPath(new URL("../..", import.meta.url));

/** A real server with the queue module. */
export function startServer(setup: TarantoolSetup = {}): Promise<TarantoolInstance> {
  return startTarantool({
    script: `${PACKAGE}/test/proof/server.lua`,
    luaPath: [`${PACKAGE}/lua`],
    ...setup,
  });
}

export function storageOn(
  address: TarantoolInstance["address"],
  options: Partial<TarantoolStorageOptions> = {},
): FullStorage {
  return createTarantoolStorage({
    addresses: [address],
    user: "tester",
    password: "secret",
    ...options,
  } as TarantoolStorageOptions);
}
