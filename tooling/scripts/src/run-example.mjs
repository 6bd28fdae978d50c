import { show } from "./command.mjs";
import { runInForeground } from "./foreground.mjs";
import { install } from "./pnpm.mjs";

const build = ["run", "build", "--filter=@queue/example...", "--output-logs=errors-only"];

/**
 * `npm start`: install, build the example with what it needs, run it.
 *
 * @param {string} root
 * @param {readonly string[]} pnpm
 * @param {readonly string[]} args all go to the example
 * @returns {Promise<number>} the exit code
 */
export async function runExample(root, pnpm, args) {
  const failed = install(root, pnpm) || show(root, [...pnpm, "exec", "turbo", ...build]);
  if (failed) return failed;
  // Not by `pnpm start`: each process between the terminal and the example is one more that may swallow a signal.
  return runInForeground(root, [process.execPath, "apps/example/dist/main.js", ...args]);
}
