import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "@queue/runtime";
import { type LocalServer, startLocalServer } from "@queue/storage-tarantool/local-server";

type Known = "address" | "user" | "password" | "dir" | "pid";

export interface TarantoolServer extends Pick<LocalServer, Known> {
  stop(): Promise<void>;
}

/** A local Tarantool for the example, started again if it ends. Without `dir` its data end with it. */
export async function startTarantoolServer(
  dir: string | undefined,
  logger: Logger,
): Promise<TarantoolServer> {
  const place = dir ?? (await mkdtemp(join(tmpdir(), "queue-example-")));
  const removePlace = async () => {
    if (dir === undefined) await rm(place, { recursive: true, force: true });
  };
  const options = { dir: place, env: process.env };
  let server: LocalServer;
  try {
    server = await startLocalServer({ ...options, address: { host: "127.0.0.1", port: 0 } });
  } catch (error) {
    await removePlace();
    throw error;
  }
  const { address, user, password, pid } = server;
  let stopping = false;

  /** On its old address, where the storage looks for it. */
  async function watch(): Promise<void> {
    for (;;) {
      await server.ended;
      if (stopping) return;
      logger.warn({ pid: server.pid }, "Tarantool has ended and is started again");
      server = await startLocalServer({ ...options, address });
      if (stopping) await server.stop();
    }
  }
  const watching = watch().catch((error) => logger.error({ error }, "Tarantool does not start"));

  return {
    address,
    user,
    password,
    dir: server.dir,
    pid,
    async stop() {
      stopping = true;
      await server.stop();
      await watching;
      await removePlace();
    },
  };
}
