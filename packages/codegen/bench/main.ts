import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runBench } from "./run.js";

const HELP = `pnpm bench [--quick] [--write] [--help]

Compares generated serialisers with other libraries in interleaved rounds, as multiples of msgpackr's rate. Takes about
a minute. The exit code is 1 if a floor is missed.

  --quick  a few seconds: shows that it runs, its figures mean nothing
  --write  puts the result into bench/README.md`;

const FULL = { rounds: 15, roundMs: 60 };
const QUICK = { rounds: 1, roundMs: 2 };

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const { text, missed } = runBench(values.quick ? QUICK : FULL, console.error);
  console.log(text);
  if (values.write) writeResult(text);
  for (const miss of missed) console.error(`MISSED ${miss}`);
  if (!values.quick) process.exitCode = missed.length === 0 ? 0 : 1;
}

/** Between the two marks of the README; what stands around them is written by people. */
function writeResult(text: string): void {
  const root = dirname(createRequire(import.meta.url).resolve("@queue/codegen/package.json"));
  const file = join(root, "bench/README.md");
  const [before, , after] = readFileSync(file, "utf8").split(/<!-- result(?: ends)? -->\n/);
  writeFileSync(file, `${before}<!-- result -->\n${text}\n<!-- result ends -->\n${after}`);
}
