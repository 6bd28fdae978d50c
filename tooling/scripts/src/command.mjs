import { spawnSync } from "node:child_process";
import { constants } from "node:os";

// npm, npx and pnpm are .cmd files on Windows, which only a shell can start.
const shell = process.platform === "win32";

/**
 * What a shell would report for an ended process: its code, or 128 + the signal it died of.
 *
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCode(code, signal) {
  return code ?? (signal === null ? 1 : 128 + constants.signals[signal]);
}

/**
 * @param {string} cwd
 * @param {readonly string[]} command
 */
function runOutOfSight(cwd, [program = "", ...args]) {
  return spawnSync(program, args, {
    cwd,
    shell,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Asks a question of a program. `undefined` when it cannot be started or fails.
 *
 * @param {string} cwd
 * @param {readonly string[]} command
 */
export function ask(cwd, command) {
  const { status, stdout } = runOutOfSight(cwd, command);
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Runs a command out of sight. What it complained of, if it could not be started or failed, else "".
 *
 * @param {string} cwd
 * @param {readonly string[]} command
 */
export function complaintOf(cwd, command) {
  const { status, error, stderr } = runOutOfSight(cwd, command);
  return status === 0 ? "" : (error?.message ?? (stderr || `${command[0]} failed`));
}

/**
 * Shows a command, runs it in front of the user and returns its exit code.
 *
 * @param {string} cwd
 * @param {readonly string[]} command
 */
export function show(cwd, [program = "", ...args]) {
  console.log(`$ ${[program, ...args].join(" ")}`);
  const result = spawnSync(program, args, { cwd, shell, stdio: "inherit" });
  if (result.error) console.error(result.error.message);
  return exitCode(result.status, result.signal);
}
