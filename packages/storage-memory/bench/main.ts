import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { FULL, PARTS, type Part, QUICK, runBench } from "./run.js";

const HELP = `pnpm bench [--only PART] [--quick] [--help]

Compares the memory storage with plain heaps in interleaved rounds. Prints the median of the rounds and,
in brackets, the quartiles. Takes about a minute. Each part has a process of its own. The exit code is 1 if
a floor is missed.

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

/**
 * Each part in a process of its own: one that has held a million tasks has a larger heap and code compiled
 * for other shapes, and the next part would measure that, too.
 */
function runApart(parts: readonly Part[]): number {
  const given = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const codes = parts.map((part) => {
    const { status } = spawnSync(process.execPath, [...given, "--only", part], {
      stdio: "inherit",
    });
    return status ?? 1; // killed
  });
  return Math.max(...codes);
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
  if (asked.parts.length > 1) return runApart(asked.parts);
  const output = { print: console.log, progress: console.error };
  return (await runBench(asked.parts, asked.sizes, output)) ? 0 : 1;
}

process.exitCode = await main();
