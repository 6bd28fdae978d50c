// Starts a server, freezes it or lets it crash, and then waits to be killed.
import { setTimeout as pause } from "node:timers/promises";
import { startTarantool } from "../dist/tarantool.js";

const instance = await startTarantool();
if (process.argv[2] === "frozen") instance.freeze();
else {
  process.kill(instance.pid, "SIGSEGV");
  while (!instance.crashed) await pause(10);
}
console.log(JSON.stringify({ pid: instance.pid, dir: instance.dir }));
setInterval(() => {}, 1_000);
