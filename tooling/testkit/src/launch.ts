import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { reapProcess } from "./reaper.js";
import type { TarantoolSetup } from "./tarantool.js";
import { tarantoolBinary } from "./tarantool-binary.js";

export type Listen =
  | { readonly host: string; readonly port: number; readonly path?: never }
  | { readonly path: string; readonly host?: never; readonly port?: never };

export interface RunningTarantool {
  readonly pid: number;
  log(): string;
  /** Whether it has ended without being told to. */
  crashed(): boolean;
  end(signal: NodeJS.Signals): Promise<void>;
}

const INSTANCE = fileURLToPath(new URL("../lua/instance.lua", import.meta.url));
const READY_WITHIN_MS = 20_000;
const LOG_CHARS = 20_000;

/** Starts a server in `dir` and resolves when it listens. */
export async function launch(
  setup: TarantoolSetup,
  dir: string,
  address: Listen,
): Promise<RunningTarantool> {
  const child = spawn(tarantoolBinary, [INSTANCE], {
    cwd: dir,
    env: { ...process.env, ...setup.env, ...environment(setup, dir, address) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid === undefined) {
    const [error] = await once(child, "error");
    throw error;
  }
  const { pid } = child;
  const reaper = reapProcess(pid);
  let log = "";
  const hear = (text: string) => {
    log = (log + text).slice(-LOG_CHARS);
  };
  child.stdout?.setEncoding("utf8").on("data", hear);
  child.stderr?.setEncoding("utf8").on("data", hear);
  let told = false;
  let crashed = false;
  const closed = once(child, "close").then(() => {
    crashed = !told;
    reaper.dismiss();
  });

  const end = async (signal: NodeJS.Signals) => {
    told = true;
    child.kill(signal);
    await closed;
  };
  try {
    await ready(child, () => log);
  } catch (error) {
    await end("SIGKILL");
    throw new Error(`${error instanceof Error ? error.message : error}\n${log}`);
  }
  return { pid, log: () => log, crashed: () => crashed, end };
}

function environment(setup: TarantoolSetup, dir: string, address: Listen): NodeJS.ProcessEnv {
  const path = (setup.luaPath ?? []).map((folder) => `${folder}/?.lua;${folder}/?/init.lua;`);
  return {
    TESTKIT_DIR: dir,
    TESTKIT_LISTEN: address.path ?? `${address.host}:${address.port}`,
    TESTKIT_LUA_PATH: path.join(""),
    TESTKIT_MEMORY_MB: String(setup.memoryMb ?? 64),
    TESTKIT_WAL_MODE: setup.walMode ?? "write",
    ...(setup.script === undefined ? {} : { TESTKIT_SCRIPT: setup.script }),
  };
}

function ready(child: ChildProcess, log: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Tarantool is not ready after ${READY_WITHIN_MS} ms`)),
      READY_WITHIN_MS,
    );
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`Tarantool ended with ${code ?? signal} before it was ready`));
    });
    child.stdout?.on("data", () => {
      if (!/^READY$/m.test(log())) return;
      clearTimeout(timer);
      resolve();
    });
  });
}
