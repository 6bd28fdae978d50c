import type { Contender, Endpoint } from "./contender.js";
import { openBeanstalkd } from "./contenders/beanstalkd.js";
import { openBeeQueue } from "./contenders/bee-queue.js";
import { openBullmq } from "./contenders/bullmq.js";
import { openGraphileWorker } from "./contenders/graphile-worker.js";
import { openOurs } from "./contenders/ours.js";
import { openPgBoss } from "./contenders/pg-boss.js";
import type { ServerKind } from "./servers/start-server.js";

export interface Entrant {
  readonly name: string;
  readonly server: ServerKind;
  /** What an acknowledged task survives. */
  readonly durability: string;
  /** Puts of single tasks are so slow that a tenth of the work has to do. */
  readonly slowPuts?: boolean;
  open(endpoint: Endpoint): Contender | Promise<Contender>;
}

export const OURS = "ours";

const PROCESS = "death of the process, not a power cut";
const NOTHING = "nothing: memory only";

/** Everyone who takes part, each on a server of its own. */
export const LINE_UP: readonly Entrant[] = [
  { name: OURS, server: "tarantool", durability: PROCESS, open: openOurs },
  { name: "BullMQ", server: "redis", durability: NOTHING, open: openBullmq },
  { name: "BullMQ (AOF)", server: "redis-aof", durability: PROCESS, open: openBullmq },
  { name: "bee-queue", server: "redis", durability: NOTHING, open: openBeeQueue },
  {
    name: "graphile-worker",
    server: "postgres",
    durability: PROCESS,
    slowPuts: true,
    open: openGraphileWorker,
  },
  { name: "pg-boss", server: "postgres", durability: PROCESS, slowPuts: true, open: openPgBoss },
  { name: "beanstalkd", server: "beanstalkd", durability: NOTHING, open: openBeanstalkd },
  {
    name: "beanstalkd (binlog)",
    server: "beanstalkd-binlog",
    durability: PROCESS,
    open: openBeanstalkd,
  },
];

export function entrant(name: string): Entrant {
  const found = LINE_UP.find((one) => one.name === name);
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
}
