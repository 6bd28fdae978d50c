import { parseArgs } from "node:util";
import { FULL, QUICK, runBench } from "./run.js";

const HELP = `pnpm bench [--fsync] [--quick] [--help]

Puts, drains and latencies through the storage, beside the same work done by Lua inside the server, in
interleaved rounds on a server of its own. Takes about half a minute.

  --fsync  every transaction waits for the disk
  --quick  a few seconds: shows that it runs, its figures mean nothing`;

const { values } = parseArgs({
  options: {
    fsync: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) console.log(HELP);
else
  await runBench(values.fsync ? "fsync" : "write", values.quick ? QUICK : FULL, {
    print: console.log,
    progress: console.error,
  });
