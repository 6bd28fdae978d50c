import type { Contender, Endpoint } from "./contender.js";
import { entrant } from "./line-up.js";
import { backlog } from "./workloads/backlog.js";
import { delayed } from "./workloads/delayed.js";
import { drainAll } from "./workloads/drain-all.js";
import { hold, idleFleet } from "./workloads/fleet.js";
import { latency } from "./workloads/latency.js";
import { memory } from "./workloads/memory.js";
import { put } from "./workloads/put.js";
import { throughput } from "./workloads/throughput.js";

// The process of one contender: nobody pays for the garbage of others.

type Work<T extends (...args: never[]) => unknown> =
  Parameters<T> extends [...unknown[], infer Last] ? Last : never;

/** What it can be asked to do, by name. */
const WORKLOADS = {
  throughput: (contender: Contender, { pid }: Endpoint, work: Work<typeof throughput>) =>
    throughput(contender, pid, work),
  put: (contender: Contender, _: Endpoint, work: Work<typeof put>) => put(contender, work),
  latency: (contender: Contender, _: Endpoint, work: Work<typeof latency>) =>
    latency(contender, work),
  delayed: (contender: Contender, _: Endpoint, work: Work<typeof delayed>) =>
    delayed(contender, work),
  drainAll: (contender: Contender, _: Endpoint, work: Work<typeof drainAll>) =>
    drainAll(contender, work),
  memory: (contender: Contender, { pid }: Endpoint, work: Work<typeof memory>) =>
    memory(contender, pid, work),
  backlog: (_: Contender, endpoint: Endpoint, work: Work<typeof backlog>) =>
    backlog(endpoint, work),
  idleFleet: (_: Contender, endpoint: Endpoint, work: Work<typeof idleFleet>) =>
    idleFleet(endpoint, work),
  hold: (_: Contender, endpoint: Endpoint, work: Work<typeof hold>) => hold(endpoint, work),
};

export type Workloads = typeof WORKLOADS;

export interface Request {
  readonly name: keyof Workloads;
  readonly work: unknown;
}

export type Reply =
  | { readonly kind: "ready" }
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "failed"; readonly message: string };

async function main(name: string, endpoint: Endpoint): Promise<void> {
  const contender = await entrant(name).open(endpoint);
  const reply = (message: Reply) => process.send?.(message);
  process.on("message", async ({ name: workload, work }: Request) => {
    try {
      const value = await WORKLOADS[workload](contender, endpoint, work as never);
      reply({ kind: "result", value });
    } catch (error) {
      reply({ kind: "failed", message: error instanceof Error ? (error.stack ?? "") : `${error}` });
    }
  });
  process.on("disconnect", () => process.exit(0));
  reply({ kind: "ready" });
}

const [name = "", endpoint = "{}"] = process.argv.slice(2);
await main(name, JSON.parse(endpoint) as Endpoint);
