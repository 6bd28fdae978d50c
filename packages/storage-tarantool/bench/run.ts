import { type BenchServer, startBenchServer } from "./server.js";
import {
  drain,
  handOver,
  type Measure,
  PAYLOAD_BYTES,
  put,
  putOneByOne,
  roundTrip,
  type Work,
} from "./work.js";

export interface Sizes {
  readonly rounds: number;
  readonly tasks: number;
  readonly latencies: number;
}

export const FULL: Sizes = { rounds: 7, tasks: 40_000, latencies: 300 };
/** Shows that everything runs; its figures mean nothing. */
export const QUICK: Sizes = { rounds: 1, tasks: 1_000, latencies: 5 };

export interface Output {
  print(text: string): void;
  progress(line: string): void;
}

const BATCH = 100;
const SAFETY = {
  write: "wal_mode=write: survives the death of the process, not a power cut",
  fsync: "wal_mode=fsync: survives a power cut",
};

/** Values round by round: the i-th entries were measured side by side. */
type Rounds = Map<string, number[]>;

interface Figures {
  /** Tasks a second. */
  readonly rates: Rounds;
  /** Microseconds of the client's CPU a task. */
  readonly costs: Rounds;
  /** Milliseconds. */
  readonly waits: Rounds;
}

/** Lets everything take turns, round by round, and prints medians and ratios. */
export async function runBench(
  walMode: "write" | "fsync",
  sizes: Sizes,
  { print, progress }: Output,
): Promise<void> {
  const server = await startBenchServer(walMode);
  try {
    const figures: Figures = { rates: new Map(), costs: new Map(), waits: new Map() };
    await oneRound(server, sizes, { rates: new Map(), costs: new Map(), waits: new Map() });
    for (let round = 1; round <= sizes.rounds; round++) {
      progress(`round ${round} of ${sizes.rounds}`);
      await oneRound(server, sizes, figures);
    }
    print(report(figures, SAFETY[walMode]));
  } finally {
    await server.close();
  }
}

async function oneRound(
  { storage, driverStorage, inProcess }: BenchServer,
  { tasks, latencies }: Sizes,
  { rates, costs, waits }: Figures,
): Promise<void> {
  const work: Work = { tasks, batch: BATCH, callers: 16 };
  const note = (name: string, { tasksPerSecond, cpuMicroseconds }: Measure) => {
    add(rates, name, tasksPerSecond);
    add(costs, name, cpuMicroseconds);
  };
  const turns = [
    async () => {
      add(rates, LUA_PUT, await inProcess("bench_put", 1, tasks / BATCH, BATCH, PAYLOAD_BYTES));
      add(rates, LUA_DRAIN, await inProcess("bench_drain", 1, BATCH));
    },
    async () => {
      note(PUT, await put(storage, work));
      note(DRAIN, await drain(storage, work));
    },
    async () => {
      note(ONE_BY_ONE, await putOneByOne(storage, tasks, 1_000));
      await drain(storage, work);
    },
    async () => {
      note(DRIVER_PUT, await put(driverStorage, work));
      note(DRIVER_DRAIN, await drain(driverStorage, work));
    },
    async () => {
      for (const ms of await roundTrip(storage, latencies)) add(waits, ROUND_TRIP, ms);
      for (const ms of await handOver(storage, latencies)) add(waits, HAND_OVER, ms);
    },
  ];
  // In any order: nobody always goes after the same neighbour's garbage.
  for (const turn of shuffled(turns)) await turn();
}

const LUA_PUT = "Lua in the server, 16 fibers: put";
const LUA_DRAIN = "Lua in the server, 16 fibers: get and done";
const PUT = "putTasks of 100, 16 callers";
const DRAIN = "getTask and doneTask of 100, 16 callers";
const ONE_BY_ONE = "putTask, 1,000 callers";
const DRIVER_PUT = "putTasks of 100, by tarantool-driver";
const DRIVER_DRAIN = "getTask and doneTask, by tarantool-driver";
const ROUND_TRIP = "a call that does nothing";
const HAND_OVER = "putTask until a waiting worker has the task";

const NAMES = [LUA_PUT, PUT, ONE_BY_ONE, DRIVER_PUT, LUA_DRAIN, DRAIN, DRIVER_DRAIN];
const RATIOS = [
  [PUT, LUA_PUT],
  [ONE_BY_ONE, LUA_PUT],
  [DRAIN, LUA_DRAIN],
  [PUT, DRIVER_PUT],
  [DRAIN, DRIVER_DRAIN],
] as const;

function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

function add(into: Rounds, name: string, value: number): void {
  const values = into.get(name);
  if (values === undefined) into.set(name, [value]);
  else values.push(value);
}

function report({ rates, costs, waits }: Figures, safety: string): string {
  const lines = [
    `${safety}. ${PAYLOAD_BYTES}-byte payloads, calls of ${BATCH}; medians (quartiles)`,
  ];
  for (const name of NAMES)
    lines.push(`  ${name.padEnd(46)}${spread(rates.get(name) ?? [], thousands)} k tasks/s`);
  for (const [one, other] of RATIOS)
    lines.push(`  ${spread(ratios(rates, one, other), twoPlaces)} x   ${one} / ${other}`);
  for (const [name, values] of costs)
    lines.push(`  ${name.padEnd(46)}${spread(values, twoPlaces)} us of the client's CPU a task`);
  for (const [name, values] of waits)
    lines.push(
      `  ${name.padEnd(46)}p50 ${at(values, 0.5).toFixed(2)} ms, p99 ${at(values, 0.99).toFixed(2)} ms`,
    );
  return lines.join("\n");
}

/** Only what was measured in one round may be divided: a machine with neighbours changes its speed. */
function ratios(rates: Rounds, one: string, other: string): readonly number[] {
  const others = rates.get(other) ?? [];
  return (rates.get(one) ?? []).map((rate, round) => rate / (others[round] ?? Number.NaN));
}

function spread(values: readonly number[], show: (n: number) => string): string {
  return `${show(at(values, 0.5)).padStart(6)} (${show(at(values, 0.25))} to ${show(at(values, 0.75))})`;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

const thousands = (n: number) => (n / 1_000).toFixed(0);
const twoPlaces = (n: number) => n.toFixed(2);
