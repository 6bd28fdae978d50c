import { nameOf } from "../connection/address.js";
import { type LocalServer, startLocalServer } from "../local-server.js";
import type { UpArguments } from "./arguments.js";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  print(text: string): void;
  /** Aborted when the user wants to stop. */
  readonly stop: AbortSignal;
}

/** Runs a local server until the user stops it, and resolves to the exit code. */
export async function up(args: UpArguments, { env, print, stop }: Surroundings): Promise<number> {
  const server = await startLocalServer({ ...args, env });
  print(greeting(server));
  const stopped = new Promise<"stopped">((tell) => {
    if (stop.aborted) tell("stopped");
    stop.addEventListener("abort", () => tell("stopped"), { once: true });
  });
  const end = await Promise.race([stopped, server.ended]);
  if (end !== "stopped") {
    print(`Tarantool has ended by itself:\n${end}`);
    return 1;
  }
  await server.stop();
  print(`Stopped. The data stay in ${server.dir}.`);
  return 0;
}

function greeting({ address, user, password, dir }: LocalServer): string {
  const where =
    address.path === undefined
      ? `host: "${address.host}", port: ${address.port}`
      : `path: "${address.path}"`;
  return `Tarantool with the queue module listens on ${nameOf(address)}. Data: ${dir}
  createTarantoolStorage({ ${where}, user: "${user}", password: "${password}" })
Ctrl-C stops it.`;
}
