import { type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { reapDirectory, reapProcess } from "@queue/testkit/reaper";
import type { Endpoint } from "../contender.js";

export interface ServerProcess {
  readonly endpoint: Endpoint;
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const READY_WITHIN_MS = 20_000;

/** Starts a program and resolves when it accepts connections. It ends with this process, however that ends. */
export async function startProcess(
  command: string,
  args: readonly string[],
  port: number,
  options: SpawnOptions & { readonly dir: string },
): Promise<ServerProcess> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-4_000);
  });
  if (child.pid === undefined) {
    const [error] = await once(child, "error");
    throw error;
  }
  const reapers = [reapProcess(child.pid), reapDirectory(options.dir)];
  const closed = once(child, "close").then(() => {
    for (const reaper of reapers) reaper.dismiss();
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
  };
  const host = "127.0.0.1";
  for (const start = performance.now(); !(await accepts(host, port)); ) {
    if (child.exitCode !== null || performance.now() - start > READY_WITHIN_MS) {
      await end("SIGKILL");
      throw new Error(`${command} did not start:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { endpoint: { host, port, pid: child.pid }, end };
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Whether there is such a program. */
export function isInstalled(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
