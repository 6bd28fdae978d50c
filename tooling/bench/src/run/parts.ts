import { ContenderClient } from "../contender-client.js";
import { OURS } from "../line-up.js";
import { quantile } from "../result.js";
import { startServer } from "../servers/start-server.js";
import { runYardstick } from "../servers/yardstick.js";
import type { Field } from "./field.js";
import type { Figures } from "./figures.js";
import type { Sizes } from "./sizes.js";

export interface Turn {
  readonly field: Field;
  readonly figures: Figures;
  readonly sizes: Sizes;
  say(line: string): void;
}

const YARDSTICK = "yardstick";
/** Whom it makes sense to ask: the others have no delays, or lose everything in a crash. */
const DELAYERS = [OURS, "BullMQ"];
const PROMPT = [OURS, "BullMQ", "bee-queue", "graphile-worker", "pg-boss", "beanstalkd"];
const DURABLE = [OURS, "BullMQ (AOF)", "graphile-worker", "beanstalkd (binlog)"];

/** Bulk puts, and drains of what was put; ours in batches of 100 and of 10, beside the yardstick. */
async function throughput({ field, figures, sizes, say }: Turn, round: number): Promise<void> {
  const work = { count: sizes.drain, putBatch: 100, inFlight: 8, batch: 100, handlerMs: 0 };
  for (const { entrant, client } of inTurn(field.players, round)) {
    say(`bulk put and drain: ${entrant.name}`);
    const { put, drain } = await client.run("throughput", work);
    figures.addRate("bulk put by 100", entrant.name, put);
    figures.addRate("drain", entrant.name, drain);
    if (entrant.name !== OURS) continue;
    const { drain: drain10 } = await client.run("throughput", { ...work, batch: 10 });
    figures.addRate("drain, batch 10", entrant.name, drain10);
    say("drain: the yardstick");
    figures.add("drain", YARDSTICK, "tasks/s", await runYardstick(sizes.drain, 100));
  }
}

async function singlePuts({ field, figures, sizes, say }: Turn, round: number): Promise<void> {
  for (const { entrant, client } of inTurn(field.players, round)) {
    say(`single puts: ${entrant.name}`);
    const count = entrant.slowPuts ? sizes.single / 10 : sizes.single;
    const work = { count, putBatch: 1, inFlight: 256, batch: 100, handlerMs: 0 };
    figures.addRate("single puts", entrant.name, (await client.run("throughput", work)).put);
  }
}

async function latencies({ field, figures, sizes, say }: Turn, round: number): Promise<void> {
  for (const { entrant, client } of inTurn(field.some(PROMPT), round)) {
    say(`latency: ${entrant.name}`);
    const waits = await client.run("latency", { count: sizes.latencies, perSecond: 200 });
    figures.add("latency p50", entrant.name, "ms", quantile(waits, 0.5));
    figures.add("latency p99", entrant.name, "ms", quantile(waits, 0.99));
  }
}

async function handler1ms({ field, figures, sizes, say }: Turn, round: number): Promise<void> {
  const work = { count: sizes.handler1ms, putBatch: 100, inFlight: 8, batch: 100, handlerMs: 1 };
  for (const { entrant, client } of inTurn(field.players, round)) {
    say(`a handler of 1 ms: ${entrant.name}`);
    const { drain } = await client.run("throughput", work);
    figures.addRate("drain, handlers of 1 ms", entrant.name, drain);
  }
}

async function delays({ field, figures, sizes, say }: Turn, round: number): Promise<void> {
  for (const { entrant, client } of inTurn(field.some(DELAYERS), round)) {
    say(`delayed: ${entrant.name}`);
    const lateness = await client.run("delayed", sizes.delayed);
    figures.add("lateness p50", entrant.name, "ms", quantile(lateness, 0.5));
    figures.add("lateness p99", entrant.name, "ms", quantile(lateness, 0.99));
    // The client's clock and the storage's count whole milliseconds apart.
    const early = lateness.filter((ms) => ms < -2).length;
    figures.add("delayed tasks that came early", entrant.name, "tasks", early);
  }
}

async function sameSecond({ field, figures, sizes, say }: Turn): Promise<void> {
  const { count, delayMs } = sizes.sameSecond;
  for (const { client } of field.some([OURS])) {
    say("all due in the same second");
    const work = { count, putBatch: 100, inFlight: 8, batch: 100, handlerMs: 0 };
    figures.addRate("drain of ready", OURS, (await client.run("throughput", work)).drain);
    const { drain } = await client.run("throughput", { ...work, delayMs });
    figures.addRate("drain of due in one second", OURS, drain);
  }
}

/** Ours alone, all rounds at once: filling up takes longer than measuring. */
async function backlog({ field, figures, sizes, say }: Turn): Promise<void> {
  for (const { client } of field.some([OURS])) {
    say("a long queue");
    const rates = await client.run("backlog", { ...sizes.backlog, rounds: sizes.rounds });
    figures.add("put, get, done; few waiting", OURS, "tasks/s", ...rates.few);
    figures.add("put, get, done; many waiting", OURS, "tasks/s", ...rates.many);
  }
}

async function idle({ field, figures, sizes, say }: Turn): Promise<void> {
  for (const { server } of field.some([OURS])) {
    say("an idle fleet");
    const fleet = await ContenderClient.open(OURS, server.endpoint);
    const { client, server: ofServer } = await fleet.run("idleFleet", sizes.idle);
    await fleet.close();
    figures.add("idle fleet, client", OURS, "% of a core", client);
    figures.add("idle fleet, server", OURS, "% of a core", ofServer);
  }
}

/** A worker that holds a task dies; another one, already waiting, gets the task. */
async function takeover({ field, figures, sizes, say }: Turn): Promise<void> {
  for (const { server, client } of field.some([OURS])) {
    say("take-over after kill -9 of a worker");
    const settings = { visibilityTimeoutMs: sizes.takeoverMs };
    const victim = await ContenderClient.open(OURS, server.endpoint);
    await client.run("put", { first: 0, count: 1, batch: 1, inFlight: 1 });
    await victim.run("hold", settings);
    const heir = await ContenderClient.open(OURS, server.endpoint);
    const taken = heir.run("hold", settings);
    const start = performance.now();
    await victim.close("SIGKILL");
    await taken;
    figures.add("take-over", OURS, "ms", performance.now() - start);
    await heir.close("SIGKILL");
    // Its task comes back to nobody's surprise: the next part begins with an empty queue.
    await client.run("drainAll", { expected: 1, quietMs: 2 * sizes.takeoverMs });
  }
}

/** A server dies by kill -9 with tasks waiting: how long until it accepts again, and how many are lost. */
async function recovery({ field, figures, sizes, say }: Turn): Promise<void> {
  for (const { entrant } of field.some(DURABLE)) {
    say(`recovery after kill -9 of the server: ${entrant.name}`);
    const server = await startServer(entrant.server);
    const before = await ContenderClient.open(entrant.name, server.endpoint);
    await before.run("put", { first: 0, count: sizes.recovery, batch: 100, inFlight: 8 });
    await before.close("SIGKILL");
    const start = performance.now();
    await server.crash();
    figures.add("recovery: until it accepts", entrant.name, "ms", performance.now() - start);
    const after = await ContenderClient.open(entrant.name, server.endpoint);
    const { drained } = await after.run("drainAll", { expected: sizes.recovery });
    figures.add("recovery: tasks lost", entrant.name, "tasks", sizes.recovery - drained);
    await after.close();
    await server.remove();
  }
}

async function memory({ field, figures, sizes, say }: Turn): Promise<void> {
  for (const { client } of field.some([OURS])) {
    say(`memory over ${sizes.memory.toLocaleString("en")} tasks`);
    const samples = await client.run("memory", { tasks: sizes.memory });
    figures.add("worker's heap", OURS, "MiB", ...samples.map(({ heapMb }) => heapMb));
    figures.add("worker's memory", OURS, "MiB", ...samples.map(({ processMb }) => processMb));
  }
}

/** Every other round backwards: nobody always goes after the same neighbour. */
function inTurn<T>(players: readonly T[], round: number): readonly T[] {
  return round % 2 === 0 ? players : players.toReversed();
}

export interface Part {
  readonly name: string;
  /** Once, or once a round. */
  readonly every: "round" | "run";
  run(turn: Turn, round: number): Promise<void>;
}

/** The longest last. */
export const PARTS: readonly Part[] = [
  { name: "throughput", every: "round", run: throughput },
  { name: "single", every: "round", run: singlePuts },
  { name: "latency", every: "round", run: latencies },
  { name: "same-second", every: "round", run: sameSecond },
  { name: "backlog", every: "run", run: backlog },
  { name: "idle", every: "run", run: idle },
  { name: "memory", every: "run", run: memory },
  { name: "takeover", every: "run", run: takeover },
  { name: "recovery", every: "run", run: recovery },
  { name: "handler", every: "round", run: handler1ms },
  { name: "delayed", every: "round", run: delays },
];
