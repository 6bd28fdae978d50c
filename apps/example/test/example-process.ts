import { fileURLToPath } from "node:url";
import { ObservedProcess } from "@queue/testkit/observed-process";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** The example as a process of its own. */
export function startExample(...args: readonly string[]): ObservedProcess {
  return new ObservedProcess(process.execPath, [MAIN, ...args]);
}
