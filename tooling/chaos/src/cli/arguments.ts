import { parseArgs } from "node:util";

export const HELP = `Runs Workers, handlers, producers and a storage in a simulated world, a seed at a time, and checks
what they did. The same seed always does the same.

  pnpm simulate --seeds 1..5000             try these seeds
  pnpm simulate --seeds 4711 --shrink       make a failing one as small as it gets, and show its history
  pnpm simulate --plan FILE                 run a plan that was saved

  --seeds A..B    the seeds to try, or one of them
  --shrink        shrink the first seed that fails
  --save NAME     keep the shrunk plan as test/regressions/NAME.json: every run of the tests tries it
  --plan FILE     a plan in place of seeds
  --mutant TEXT   with the mistake whose name contains TEXT; --mutant list names them
  --coverage      how many seeds met which fault, call, state and way of the runtime
  --history       print the whole history of each seed (one seed at a time is best)
  --hash          print a hash of each history
  --jobs N        threads; as many as there are cores by default
  --failures N    stop after so many failing seeds; 3 by default
  --help          this

Exit code 0: no violation. 1: there is one. 2: wrong use.
`;

export interface Arguments {
  readonly from: number;
  readonly to: number;
  readonly plan: string | undefined;
  readonly mutant: string | undefined;
  readonly save: string | undefined;
  readonly shrink: boolean;
  readonly coverage: boolean;
  readonly history: boolean;
  readonly hash: boolean;
  readonly help: boolean;
  readonly jobs: number | undefined;
  readonly failures: number;
}

/** A command line that makes no sense. */
export class WrongUse extends Error {}

export function parseArguments(args: readonly string[]): Arguments {
  const values = parsed(args);
  const [from, to] = seedsOf(values.seeds);
  const use: Arguments = {
    from,
    to,
    plan: values.plan,
    mutant: values.mutant,
    save: values.save,
    shrink: values.shrink || values.save !== undefined,
    coverage: values.coverage,
    history: values.history,
    hash: values.hash,
    help: values.help,
    jobs: values.jobs === undefined ? undefined : wholeNumber("--jobs", values.jobs, 1),
    failures: wholeNumber("--failures", values.failures, 1),
  };
  if (use.save !== undefined && !/^[a-z0-9-]+$/.test(use.save))
    throw new WrongUse(`--save takes a name of small letters, digits and dashes, not ${use.save}`);
  return use;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: args[0] === "--" ? args.slice(1) : [...args],
      options: {
        seeds: { type: "string", default: "1..1000" },
        plan: { type: "string" },
        mutant: { type: "string" },
        save: { type: "string" },
        jobs: { type: "string" },
        failures: { type: "string", default: "3" },
        shrink: { type: "boolean", default: false },
        coverage: { type: "boolean", default: false },
        history: { type: "boolean", default: false },
        hash: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

function seedsOf(text: string): [number, number] {
  const match = /^(\d+)(?:\.\.(\d+))?$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || to < from || to > Number.MAX_SAFE_INTEGER)
    throw new WrongUse(`--seeds takes a range like 1..5000 or one seed, not ${text}`);
  return [from, to];
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new WrongUse(`${name} takes a whole number from ${least}, not ${text}`);
}
