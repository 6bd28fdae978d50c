import {
  type Clock,
  type Logger,
  lag,
  objectConfig,
  roundRobin,
  type Scheduler,
  type Storage,
  Worker,
} from "@queue/runtime";
import { ScriptedHandlers } from "./handlers.js";
import type { WorkerPlan } from "./plan.js";
import type { SimulatedProcess } from "./simulated-process.js";
import type { World } from "./world.js";

/** Between a Worker and its ports: where a mutant puts its mistakes. */
export interface WorkerPorts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** What ending takes beside the time given to handlers: the grace, the releases, and a moment. */
const STOP_GRACE_MS = 3_000;

/** A worker of the plan in its successive lives, each a process with a Worker of its own. */
export class WorkerActor {
  readonly plan: WorkerPlan;
  readonly #world: World;
  readonly #alter: (ports: WorkerPorts) => WorkerPorts;
  readonly #config = objectConfig();
  #lives = 0;
  #life: { readonly process: SimulatedProcess; readonly worker: Worker } | undefined;

  constructor(world: World, plan: WorkerPlan, alter: (ports: WorkerPorts) => WorkerPorts) {
    this.#world = world;
    this.plan = plan;
    this.#alter = alter;
  }

  get alive(): boolean {
    return this.#life?.process.alive ?? false;
  }

  /** It says of itself that it should be restarted. */
  get dead(): boolean {
    return this.#life?.worker.health().status === "dead";
  }

  start(): void {
    if (this.alive) return;
    const world = this.#world;
    const { name, queueNums, skewMs, idleDelayMs, maxProcessors, storageTimeoutMs } = this.plan;
    const process = world.process(`${name}.${++this.#lives}`, skewMs);
    process.onDeath(() =>
      world.log.append({ kind: "down", at: world.time.now(), actor: process.name }),
    );
    process.onFreeze((forMs) =>
      world.log.append({ kind: "frozen", at: world.time.now(), actor: process.name, forMs }),
    );
    const queues = world.plan.queues.filter(({ queueNum }) => queueNums.includes(queueNum));
    const handlers = new ScriptedHandlers(world, process);
    const worker = new Worker({
      service: "simulation",
      name,
      queues: queues.map((queue) => handlers.bind(queue)),
      idleDelayMs,
      maxProcessors,
      storageTimeoutMs,
      random: process.random.next,
      logger: countingLogger(world),
      config: this.#config,
      ...this.#alter({
        storage: world.reach(process),
        clock: process.clock,
        scheduler: this.plan.scheduler === "lag" ? lag() : roundRobin(),
      }),
    });
    worker.use(handlers.middleware);
    this.#life = { process, worker };
    world.log.append({
      kind: "up",
      at: world.time.now(),
      actor: process.name,
      queueNums,
      sweepMs: Math.max(idleDelayMs, Math.min(4 * idleDelayMs, 8_000)), // while nothing happens
      renews: queues.filter(({ renewLeases }) => renewLeases).map(({ queueNum }) => queueNum),
    });
    world.count("worker started");
    void worker.run();
  }

  kill(): void {
    if (!this.alive) return;
    this.#world.count("worker killed");
    this.#life?.process.kill();
  }

  /** Settings that its present life and the next ones follow; what is absent is as planned. */
  configure({ maxProcessors, batchSize }: { maxProcessors?: number; batchSize?: number }): void {
    const root = `/simulation/worker/queue/${this.plan.name}`;
    this.#world.count("worker configured");
    this.#config.set(`${root}/max_processors`, maxProcessors);
    for (const queueNum of this.plan.queueNums)
      this.#config.set(`${root}/queue/${queueNum}/batch_size`, batchSize);
  }

  freeze(ms: number): void {
    if (!this.alive) return;
    this.#world.count("worker frozen");
    this.#life?.process.freeze(ms);
  }

  /** Asks it to stop; when it has, its process ends. */
  stop(timeoutMs: number): void {
    const life = this.#life;
    if (life === undefined || !life.process.alive || life.process.frozen) return;
    const world = this.#world;
    world.count("worker stopped");
    const { process, worker } = life;
    const withinMs = timeoutMs + STOP_GRACE_MS;
    world.log.append({ kind: "stopping", at: world.time.now(), actor: process.name, withinMs });
    void worker.gracefulStop({ timeoutMs }).then(({ drained, released, stillRunning }) => {
      if (!process.alive) return;
      const ids = stillRunning.flatMap(({ taskIds }) => taskIds);
      const told = { drained, released, stillRunning: ids };
      world.log.append({ kind: "stopped", at: world.time.now(), actor: process.name, ...told });
      process.kill();
    });
  }
}

/** What workers log, counted by its text: a way of the runtime that no seed takes is seen to be missing. */
function countingLogger(world: World): Logger {
  const count = (_fields: object, text: string) => world.count(`worker logs: ${text}`);
  const logger: Logger = { debug() {}, info() {}, warn: count, error: count, child: () => logger };
  return logger;
}
