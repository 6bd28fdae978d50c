import { parseArgs } from "node:util";
import { besideHeap, fullQueue, hotKey, type Sizes } from "./floors.js";
import { bytesPerTask } from "./memory.js";
import { isMet, report } from "./report.js";

const HELP = `pnpm bench [--only heap|full|keys|memory] [--quick] [--help]

Compares the memory storage with plain heaps in interleaved rounds and prints, of all rounds, the median
and in brackets the quartiles. Ends with code 1 if a floor is missed.

  --only   one comparison: beside a bare heap, a full queue, a hot key, or bytes a task
  --quick  a few seconds, small queues: shows that it runs, proves nothing`;

const FULL: Sizes = { rounds: 15, roundMs: 150, few: 1_000, many: 1_000_000, keys: 100_000 };
const QUICK: Sizes = { rounds: 3, roundMs: 10, few: 100, many: 10_000, keys: 1_000 };

const COMPARISONS = { heap: besideHeap, full: fullQueue, keys: hotKey };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const sizes = values.quick ? QUICK : FULL;
  for (const [name, compare] of Object.entries(COMPARISONS)) {
    if ((values.only ?? name) !== name) continue;
    console.error(`… ${name}: ${sizes.rounds} rounds`);
    const comparison = await compare(sizes);
    console.log(report(comparison));
    if (!comparison.verdicts.every(isMet)) process.exitCode = 1;
  }
  if ((values.only ?? "memory") === "memory") console.log(await bytesPerTask(sizes.many));
}

await main();
