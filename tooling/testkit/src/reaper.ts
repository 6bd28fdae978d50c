import { type ChildProcess, spawn } from "node:child_process";

/** What is done in this process's stead when it has ended. */
export interface Reaper {
  /** It is done already. */
  dismiss(): void;
}

/** Kills a process when this one ends: also one that is stopped and hears nothing. */
export function reapProcess(pid: number): Reaper {
  return reaper('kill -9 "$1" 2>/dev/null', String(pid));
}

/** Removes a directory when this process ends, a moment later: who wrote there may be dying just now. */
export function reapDirectory(dir: string): Reaper {
  return reaper('sleep 1; rm -rf "$1"', dir);
}

/**
 * A shell that reads until its input ends, which is when this process has ended in whatever way: by kill -9
 * no handler of ours runs.
 */
function reaper(script: string, argument: string): Reaper {
  const child: ChildProcess = spawn(
    "/bin/sh",
    ["-c", `cat >/dev/null; ${script}`, "reaper", argument],
    { stdio: ["pipe", "ignore", "ignore"], detached: true },
  );
  // It must not keep a process alive that has nothing else to do.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  return { dismiss: () => void child.kill("SIGKILL") };
}
