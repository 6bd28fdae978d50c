import { startLocalServer } from "@queue/storage-tarantool/local-server";
import { reapDirectory } from "@queue/testkit/reaper";
import type { ServerProcess } from "./server-process.js";

/** The server that `queue-tarantool up` starts, with room for a million tasks. */
export async function startTarantoolQueue(dir: string): Promise<ServerProcess> {
  const server = await startLocalServer({
    dir,
    address: { host: "127.0.0.1", port: 0 },
    env: process.env,
    memoryMb: 2048,
    walMode: "write",
  });
  const { host = "127.0.0.1", port = 0 } = server.address;
  // It ends with us by itself, but its data would stay.
  const reaper = reapDirectory(dir);
  return {
    endpoint: { host, port, pid: server.pid },
    async end(signal) {
      process.kill(server.pid, signal);
      await server.ended;
      reaper.dismiss();
    },
  };
}
