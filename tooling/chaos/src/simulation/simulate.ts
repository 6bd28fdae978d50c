import type { FullStorage } from "@queue/runtime";
import { createMemoryStorage } from "@queue/storage-memory";
import type { HistoryEvent } from "../history/event.js";
import { takeCensus } from "./census.js";
import { Operator } from "./operator.js";
import type { Plan, Step } from "./plan.js";
import { Producer } from "./producer.js";
import type { Random } from "./random.js";
import type { SimulatedTime } from "./simulated-time.js";
import { WorkerActor, type WorkerPorts } from "./worker-actor.js";
import { World } from "./world.js";

/** What is simulated in place of the sound parts. */
export interface Alterations {
  /** The storage, seen from the network. */
  storage?(storage: FullStorage, time: SimulatedTime, random: Random): FullStorage;
  /** What a Worker is given: its storage is above the recorder. */
  worker?(ports: WorkerPorts, random: Random): WorkerPorts;
}

export interface Simulated {
  readonly events: readonly HistoryEvent[];
  /** How often what happened. */
  readonly counts: ReadonlyMap<string, number>;
}

const POLL_MS = 500;
const SUPERVISE_MS = 1_000;
const STOP_MS = 5_000;
const STOP_BOUND_MS = 20_000;

/** Runs a plan from its first step to the census. The same plan has the same history. */
export async function simulate(plan: Plan, alter: Alterations = {}): Promise<Simulated> {
  const world = new World(plan, (time, random) => {
    const storage = createMemoryStorage({ clock: time });
    return alter.storage?.(storage, time, random) ?? storage;
  });
  const mistakes = world.random.fork("mistakes");
  const workers = new Map(
    plan.workers.map((each) => [
      each.name,
      new WorkerActor(world, each, (ports) => alter.worker?.(ports, mistakes) ?? ports),
    ]),
  );
  const actors: Actors = {
    world,
    workers,
    producer: new Producer(world),
    operator: new Operator(world),
    supervised: true,
  };
  const { time, log } = world;
  const at = (ms: number, fn: () => void) => time.setTimer(ms - world.elapsed, fn);

  for (const worker of workers.values()) worker.start();
  for (const step of plan.steps) at(step.at, () => perform(step, actors));
  at(plan.healAt, () => heal(actors));
  at(plan.calmAt, () => log.append({ kind: "mark", at: time.now(), name: "calm" }));

  const lastStep = plan.steps.reduce((last, step) => Math.max(last, step.at), plan.calmAt);
  // What the last step has sent is on its way for that long.
  await time.run(time.startMs + lastStep + 2 * plan.latencyMs[1]);
  await untilDrained(world);
  log.append({ kind: "mark", at: time.now(), name: "drained" });
  actors.supervised = false;
  for (const worker of workers.values()) worker.stop(STOP_MS);
  const allDown = () => [...workers.values()].every(({ alive }) => !alive);
  await time.run(time.now() + STOP_BOUND_MS, allDown);
  await takeCensus(world);
  return { events: log.events, counts: world.counts };
}

interface Actors {
  readonly world: World;
  readonly workers: ReadonlyMap<string, WorkerActor>;
  readonly producer: Producer;
  readonly operator: Operator;
  supervised: boolean;
}

function perform(step: Step, { world, workers, producer, operator }: Actors): void {
  switch (step.kind) {
    case "put":
      void producer.put(step);
      return;
    case "faults":
      world.faults.add(step);
      world.time.setTimer(step.forMs, () => world.faults.delete(step));
      return;
    case "kill":
      workers.get(step.worker)?.kill();
      return;
    case "start":
      workers.get(step.worker)?.start();
      return;
    case "stop":
      workers.get(step.worker)?.stop(step.timeoutMs);
      return;
    case "configure":
      workers.get(step.worker)?.configure(step);
      return;
    case "freeze":
      workers.get(step.worker)?.freeze(step.forMs);
      return;
    default:
      operator.act(step).catch(() => {}); // the history has it
  }
}

/** Everything that was broken is mended: faults end, queues are resumed, the dead are replaced. */
function heal(actors: Actors): void {
  const { world, operator } = actors;
  const { time, plan } = world;
  world.faults.clear();
  for (const worker of actors.workers.values()) worker.configure({});
  // Not before a slow pause has arrived: it would come after the resume that was meant for it.
  time.setTimer(plan.slowMs[1] + 1, () => {
    for (const { queueNum } of plan.queues) void operator.resume(queueNum);
  });
  supervise(actors);
}

/** Replaces workers that are down or say that they should be: from the healing to the end. */
function supervise(actors: Actors): void {
  if (!actors.supervised) return;
  for (const worker of actors.workers.values()) {
    if (worker.alive && worker.dead) worker.kill();
    worker.start();
  }
  actors.world.time.setTimer(SUPERVISE_MS, () => supervise(actors));
}

/** Until only dead letters are left, or the time for it is over. */
async function untilDrained({ time, plan, storage }: World): Promise<void> {
  const limit = time.startMs + plan.drainedBy;
  while (time.now() < limit) {
    const { queueStats } = await storage.getStat();
    if ([...queueStats.values()].every((stat) => stat.totalTasks === stat.deadTasks)) return;
    await time.run(Math.min(limit, time.now() + POLL_MS));
  }
}
