import { setTimeout as pause } from "node:timers/promises";
import { QueueError, systemClock } from "@queue/runtime";
import { HELP, parseArguments, type RunArguments } from "./arguments.js";
import { once } from "./once.js";
import { serve } from "./serve.js";
import { onStopSignals } from "./stop-signals.js";

/** As shells say it: ended by Ctrl-C. */
const FORCED = 130;
/** An exiting Node no longer listens: a duplicate of the signal that comes then would kill it. */
const DUPLICATES_MS = 250;
/** What a handler that ignores its signal still gets after everything else has ended. */
const LINGER_MS = 500;

async function main(): Promise<number> {
  const args = parseArguments(process.argv.slice(2));
  if (args.kind === "help") {
    console.log(HELP);
    return 0;
  }
  if (args.kind === "wrong") {
    console.error(`${args.reason}\nnpm start -- --help shows what there is.`);
    return 2;
  }
  const stop = new AbortController();
  onStopSignals(process, systemClock, {
    stop: () => stop.abort(),
    force: () => process.exit(FORCED),
  });
  const code = await run(args, stop.signal);
  if (stop.signal.aborted) await pause(DUPLICATES_MS);
  return code;
}

async function run(args: RunArguments, stop: AbortSignal): Promise<number> {
  try {
    return await (args.kind === "once" ? once(args.storage, stop) : serve(args, stop));
  } catch (error) {
    if (!(error instanceof QueueError) || error.code !== "CONFIG") throw error;
    console.error(error.message);
    return 1;
  }
}

// Not `process.exit` at once: it would cut off output that a pipe has not taken yet.
process.exitCode = await main();
setTimeout(() => process.exit(), LINGER_MS).unref();
