import { spawn } from "node:child_process";
import { exitCode } from "./command.mjs";

/**
 * Runs a program in our place: it owns the terminal, gets our signals, and we end only after it has, with its
 * code. Without this a Ctrl-C would give the prompt back while the program is still stopping gracefully.
 *
 * @param {string} cwd
 * @param {readonly string[]} command
 * @returns {Promise<number>} the exit code
 */
export function runInForeground(cwd, [program = "", ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: "inherit" });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    // npm starts us through a shell that dies by a SIGTERM without passing it on: then we are adopted.
    const parent = process.ppid;
    const orphaned = setInterval(() => process.ppid !== parent && forward("SIGTERM"), 500).unref();
    const release = () => {
      clearInterval(orphaned);
      process.off("SIGINT", forward);
      process.off("SIGTERM", forward);
    };
    // A terminal sends Ctrl-C to the child as well; the child has to bear the duplicate.
    process.on("SIGINT", forward);
    process.on("SIGTERM", forward);
    child.once("error", (error) => {
      release();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      release();
      resolve(exitCode(code, signal));
    });
  });
}
