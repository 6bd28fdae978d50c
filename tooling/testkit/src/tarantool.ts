import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";
import { type Listen, launch, type RunningTarantool } from "./launch.js";
import { reapDirectory } from "./reaper.js";

export { tarantoolAvailable } from "./tarantool-binary.js";

export interface TarantoolSetup {
  /** Where it listens: a port of 127.0.0.1 (default) or a socket in its directory. */
  readonly listen?: "tcp" | "unix";
  /** A Lua file to run after `box.cfg` and before it listens. */
  readonly script?: string;
  /** Folders from which `require` takes modules. */
  readonly luaPath?: readonly string[];
  /** What the script may read by `os.getenv`. */
  readonly env?: Readonly<Record<string, string>>;
  /** 64 by default. */
  readonly memoryMb?: number;
  readonly walMode?: "write" | "fsync" | "none";
}

/** One real server, which can be stopped, killed, frozen and started again on its data and address. */
export interface TarantoolInstance {
  readonly address: Listen;
  readonly dir: string;
  readonly pid: number;
  /** Ends it by a signal, SIGKILL by default, and waits until it is gone. Its data stay. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again after `kill`: the same data, the same address. */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Freezes it: its connections stay open, and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its directory. May be called twice. */
  remove(): Promise<void>;
  /** Whether it has ended since its last start without being told to. */
  readonly crashed: boolean;
  /** What it has written to its log since its last start; the end of it, if it is long. */
  readonly log: string;
}

const START_TRIES = 5;

export async function startTarantool(setup: TarantoolSetup = {}): Promise<TarantoolInstance> {
  const dir = await mkdtemp(join(tmpdir(), "queue-tarantool-"));
  const reaper = reapDirectory(dir);
  const removeDir = async () => {
    await rm(dir, { recursive: true, force: true });
    reaper.dismiss();
  };
  try {
    const [address, running] = await firstStart(setup, dir);
    return instance(setup, dir, address, running, removeDir);
  } catch (error) {
    await removeDir();
    throw error;
  }
}

/** Between the look for a free port and its use, another may have taken it. */
async function firstStart(setup: TarantoolSetup, dir: string): Promise<[Listen, RunningTarantool]> {
  for (let tries = 1; ; tries++) {
    const address: Listen =
      setup.listen === "unix"
        ? { path: join(dir, "tarantool.sock") }
        : { host: "127.0.0.1", port: await freePort() };
    try {
      return [address, await launch(setup, dir, address)];
    } catch (error) {
      if (tries === START_TRIES || !/Address already in use/.test(String(error))) throw error;
    }
  }
}

function instance(
  setup: TarantoolSetup,
  dir: string,
  address: Listen,
  first: RunningTarantool,
  removeDir: () => Promise<void>,
): TarantoolInstance {
  let running = first;
  return {
    address,
    dir,
    get pid() {
      return running.pid;
    },
    get log() {
      return running.log();
    },
    get crashed() {
      return running.crashed();
    },
    kill: (signal = "SIGKILL") => running.end(signal),
    async start(env = {}) {
      running = await launch({ ...setup, env: { ...setup.env, ...env } }, dir, address);
    },
    freeze: () => process.kill(running.pid, "SIGSTOP"),
    thaw: () => process.kill(running.pid, "SIGCONT"),
    async remove() {
      await running.end("SIGKILL");
      await removeDir();
    },
  };
}
