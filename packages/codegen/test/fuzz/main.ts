import { parseArgs } from "node:util";
import { fuzz } from "./fuzz.js";

const HELP = `pnpm fuzz [--inputs N] [--seed N] [--help]

Sends hostile bytes, invented and damaged, through every decoder of the golden contracts. Ends with exit code 1 at
the first crash, foreign error or disagreement, and prints the input.

  --inputs N  how many; 1000000 by default, a few minutes
  --seed N    to repeat a run; by default the time`;

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 0x7fff_ffff) },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const inputs = Number(values.inputs);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(inputs) || !Number.isSafeInteger(seed)) throw new Error(HELP);
  // Millions of errors are made, and nobody looks at their stacks.
  Error.stackTraceLimit = 0;
  const start = performance.now();
  console.log(`seed ${seed}`);
  const { accepted, refused, slowestMs } = fuzz({
    inputs,
    seed,
    progress: (done, counts) =>
      console.error(`${done} inputs, ${counts.accepted} accepted, ${counts.refused} refused`),
  });
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(
    `${inputs} inputs in ${seconds} s: ${accepted} accepted, ${refused} refused by a decoder`,
  );
  console.log(`the slowest took ${slowestMs.toFixed(2)} ms`);
}
