import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { picture } from "../report/picture.js";
import { report } from "../report/report.js";
import type { Result } from "../result.js";
import { PARTS } from "../run/parts.js";
import { runBench } from "../run/run-bench.js";
import { FULL, SHORT } from "../run/sizes.js";

const HELP = `pnpm bench:peers [options]

Runs @queue on Tarantool and other queues on the same work, in interleaved rounds, each on a server of its
own with data in a temporary directory. Prints medians, spread and ratios. A full run takes about a quarter
of an hour; give it a machine with nothing else to do.

  --only PART      one of ${PARTS.map(({ name }) => name).join(", ")}; may be repeated
  --rounds N       rounds (default ${FULL.rounds})
  --memory N       tasks of the part memory (default ${FULL.memory.toLocaleString("en")})
  --short          under a minute: shows that everything runs, its figures mean nothing
  --out FILE       the result as JSON, a picture beside it (default .bench/result.json)
  --profile DIR    leaves CPU profiles of our Node side there
  --help           this text

Servers from Debian: tarantool, redis-server, postgresql, beanstalkd. Whose server is absent is skipped.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== "--"),
    options: {
      only: { type: "string", multiple: true, default: [] },
      rounds: { type: "string" },
      memory: { type: "string" },
      short: { type: "boolean", default: false },
      out: { type: "string", default: ".bench/result.json" },
      profile: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const unknown = values.only.find((name) => !PARTS.some((part) => part.name === name));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
  const base = values.short ? SHORT : FULL;
  const sizes = {
    ...base,
    rounds: positive("--rounds", values.rounds ?? String(base.rounds)),
    memory: positive("--memory", values.memory ?? String(base.memory)),
  };
  const result = await runBench({
    sizes,
    size: values.short ? "short" : "full",
    only: values.only,
    ...(values.profile !== undefined && { profileDir: resolve(values.profile) }),
    say: console.error,
    keep: (result) => write(resolve(values.out), result),
  });
  console.log(report(result));
}

function write(file: string, result: Result): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, undefined, 1)}\n`);
  writeFileSync(file.replace(/(\.json)?$/, ".svg"), picture(result));
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${name} must be a whole number above 0, not "${text}".`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error("pnpm bench:peers --help shows what there is.");
  process.exitCode = 1;
}
