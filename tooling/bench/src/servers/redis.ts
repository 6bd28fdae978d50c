import { freePort } from "@queue/testkit/free-port";
import { type ServerProcess, startProcess } from "./server-process.js";

/** `noeviction`, as BullMQ asks for; the append-only file is written before the answer, synced every second. */
export async function startRedis(dir: string, appendOnly: "yes" | "no"): Promise<ServerProcess> {
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: "127.0.0.1",
    dir,
    save: "",
    appendonly: appendOnly,
    appendfsync: "everysec",
    "maxmemory-policy": "noeviction",
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return startProcess("redis-server", args, port, { dir });
}
