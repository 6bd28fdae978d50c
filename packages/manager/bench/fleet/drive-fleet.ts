import { setTimeout as pause } from "node:timers/promises";
import type { FullStorage } from "@queue/runtime";
import { FleetProcesses } from "./fleet-processes.js";
import { type FleetVerdict, judgeFleet } from "./judge-fleet.js";
import { Observer, type Sample } from "./observer.js";
import { openStorage } from "./open-storage.js";
import { BULK, QUEUES } from "./queues.js";

export interface FleetRun {
  readonly verdicts: readonly FleetVerdict[];
  readonly samples: readonly Sample[];
  readonly put: number;
  readonly done: number;
}

/** How long the phases take, and how many tasks the flood has. */
export interface FleetPace {
  readonly phaseMs: number;
  readonly flood: number;
}

const WORKERS = 4;
const DRAIN_MS = 120_000;

/** Runs a fleet of real processes through what may happen to one, and judges it. */
export async function driveFleet(
  storageText: string,
  { phaseMs, flood }: FleetPace,
  note: (line: string) => void,
): Promise<FleetRun> {
  const storage = await openStorage(storageText);
  const processes = new FleetProcesses(storageText, Math.min(10_000, 4 * phaseMs));
  const load = startLoad(storage);
  let observer: Observer | undefined;
  try {
    await processes.startManager();
    for (let i = 0; i < WORKERS; i++) await processes.startWorker();
    observer = new Observer(storage, () => processes.managerUrl);
    const watch = observer;
    const phase = async (name: string, begin: () => unknown, times = 1) => {
      note(name);
      await begin();
      watch.phase = name;
      await pause(phaseMs * times);
    };
    await phase("warm-up", () => {});
    await phase("calm", () => {});
    await phase("manager killed", () => processes.killManager());
    await phase("manager back", () => processes.startManager());
    await phase("worker killed", () => processes.killWorker());
    await phase("worker started", () => processes.startWorker());
    await phase("flood", () => load.flood(flood), 2);
    const put = await load.stop();
    observer.phase = "drain";
    note("drain");
    const done = await drained(storage, put);
    await observer.stop();
    return {
      verdicts: judgeFleet(watch.samples, { put, done }),
      samples: watch.samples,
      put,
      done,
    };
  } finally {
    await load.stop();
    await observer?.stop();
    await processes.stop();
    await storage.close();
  }
}

/** Puts tasks of every queue at its rate, a tenth of a second's worth at a time. */
function startLoad(storage: FullStorage) {
  const stop = new AbortController();
  const put = async (queueNum: number, count: number) => {
    await storage.putTasks(
      Array.from({ length: count }, () => ({ queueNum, data: new Uint8Array(1) })),
    );
    return count;
  };
  const running = (async () => {
    const owed = new Map(QUEUES.map(({ queueNum }) => [queueNum, 0]));
    let total = 0;
    let last = performance.now();
    while (!stop.signal.aborted) {
      const now = performance.now();
      for (const { queueNum, perSecond } of QUEUES) {
        const due = (owed.get(queueNum) ?? 0) + (perSecond * (now - last)) / 1_000;
        owed.set(queueNum, due % 1);
        if (due >= 1) total += await put(queueNum, Math.floor(due));
      }
      last = now;
      await pause(100);
    }
    return total;
  })();
  let flooded = 0;
  return {
    flood: async (count: number) => {
      flooded += await put(BULK.queueNum, count);
    },
    async stop() {
      stop.abort();
      return (await running) + flooded;
    },
  };
}

async function drained(storage: FullStorage, put: number): Promise<number> {
  const until = performance.now() + DRAIN_MS;
  for (;;) {
    const { queueStats } = await storage.getStat();
    const done = [...queueStats.values()].reduce((sum, { doneTotal }) => sum + doneTotal, 0);
    if (done >= put || performance.now() > until) return done;
    await pause(250);
  }
}
