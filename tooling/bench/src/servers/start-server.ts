import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Endpoint } from "../contender.js";
import { startBeanstalkd } from "./beanstalkd.js";
import { preparePostgres, startPostgres } from "./postgres.js";
import { startRedis } from "./redis.js";
import type { ServerProcess } from "./server-process.js";
import { startTarantoolQueue } from "./tarantool.js";

export type ServerKind =
  | "tarantool"
  | "redis"
  | "redis-aof"
  | "postgres"
  | "beanstalkd"
  | "beanstalkd-binlog";

/** A server with data of its own in a temporary directory. */
export interface Server {
  readonly endpoint: Endpoint;
  /** Dies by kill -9 and starts again on the same data. */
  crash(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

const START: Readonly<Record<ServerKind, (dir: string) => Promise<ServerProcess>>> = {
  tarantool: startTarantoolQueue,
  redis: (dir) => startRedis(dir, "no"),
  "redis-aof": (dir) => startRedis(dir, "yes"),
  postgres: startPostgres,
  beanstalkd: (dir) => startBeanstalkd(dir, false),
  "beanstalkd-binlog": (dir) => startBeanstalkd(dir, true),
};

export async function startServer(kind: ServerKind): Promise<Server> {
  const dir = await mkdtemp(join(tmpdir(), `queue-bench-${kind}-`));
  if (kind === "postgres") await preparePostgres(dir);
  let running = await START[kind](dir);
  return {
    get endpoint() {
      return running.endpoint;
    },
    async crash() {
      await running.end("SIGKILL");
      running = await START[kind](dir);
    },
    async remove() {
      await running.end("SIGTERM");
      await rm(dir, { recursive: true, force: true });
    },
  };
}
