import { parseArgs } from "node:util";
import { FULL, PARTS, type Part, QUICK, runBench } from "./run.js";

const HELP = `pnpm bench [--only PART] [--quick] [--help]

Compares the memory storage with plain heaps in interleaved rounds. Prints the median of the rounds and,
in brackets, the quartiles. Takes about a minute. The exit code is 1 if a floor is missed.

  --only PART  memory  bytes a task
               heap    put, get and done beside a bare binary heap
               full    a thousand tasks against millions, beside a heap and a Map
               keys    a hot key beside tasks without keys
  --quick      small queues, a few seconds: shows that it runs, its figures mean nothing`;

/** What the command line asks for; throws a sentence if it makes no sense. */
function parse() {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const parts = PARTS.filter((part) => (values.only ?? part) === part);
  if (parts.length === 0)
    throw new Error(`--only must be one of ${PARTS.join(", ")}, not ${values.only}`);
  return { parts, sizes: values.quick ? QUICK : FULL, help: values.help };
}

async function main(): Promise<number> {
  let asked: { parts: readonly Part[]; sizes: typeof FULL; help: boolean };
  try {
    asked = parse();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
    return 2;
  }
  if (asked.help) {
    console.log(HELP);
    return 0;
  }
  const output = { print: console.log, progress: console.error };
  return (await runBench(asked.parts, asked.sizes, output)) ? 0 : 1;
}

process.exitCode = await main();
