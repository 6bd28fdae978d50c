import { postgresProblem } from "./postgres.js";
import { isInstalled } from "./server-process.js";
import type { ServerKind } from "./start-server.js";

/** Why a server cannot run on this machine, in words, or nothing. */
export function whyAbsent(kind: ServerKind): string | undefined {
  switch (kind) {
    case "tarantool":
      return isInstalled(process.env.TARANTOOL_BIN ?? "tarantool") ? undefined : missing(kind);
    case "redis":
    case "redis-aof":
      return isInstalled("redis-server") ? undefined : missing("redis-server");
    case "postgres":
      return postgresProblem();
    case "beanstalkd":
    case "beanstalkd-binlog":
      return isInstalled("beanstalkd") ? undefined : missing("beanstalkd");
    default:
      return kind satisfies never;
  }
}

function missing(name: string): string {
  return `install ${name} (Debian: apt-get install -y ${name})`;
}
