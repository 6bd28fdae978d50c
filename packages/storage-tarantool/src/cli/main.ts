import { QueueError } from "@queue/runtime";
import { HELP, parseArguments } from "./arguments.js";
import { init } from "./init.js";
import { up } from "./up.js";

async function main(): Promise<number> {
  const args = parseArguments(process.argv.slice(2));
  switch (args.kind) {
    case "help":
      console.log(HELP);
      return 0;
    case "wrong":
      console.error(`${args.reason}\nqueue-tarantool --help shows what there is.`);
      return 2;
    case "init":
      init(args, console.log);
      return 0;
    case "up": {
      const stop = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
        process.on(signal, () => stop.abort());
      return up(args, { env: process.env, print: console.log, stop: stop.signal });
    }
    default:
      return args satisfies never;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof QueueError)) throw error;
  console.error(error.message.replace(/^\[\w+\] /, ""));
  process.exitCode = 1;
}
