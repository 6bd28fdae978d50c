import type { FullStorage, TaskId } from "@queue/runtime";
import { createHistoryLog } from "../history/history-log.js";
import { recordCalls } from "../history/recorder.js";
import { type CallFate, connect, type FaultKind } from "./network.js";
import type { Plan, Step } from "./plan.js";
import { createRandom, type Random } from "./random.js";
import { SimulatedProcess } from "./simulated-process.js";
import { SimulatedTime } from "./simulated-time.js";

type FaultStep = Extract<Step, { kind: "faults" }>;

/** What the actors of one simulation share. */
export class World {
  readonly plan: Plan;
  readonly time = new SimulatedTime();
  readonly random: Random;
  readonly log = createHistoryLog(this.time.now);
  readonly storage: FullStorage;
  /** Ids that producers know: what an operator picks from. */
  readonly ids: TaskId[] = [];
  /** How often handlers began the task with this payload number: where its script stands. */
  readonly begun = new Map<number, number>();
  /** What has happened, by name: to see that the faults of a plan do happen. */
  readonly counts = new Map<string, number>();
  /** The fault windows that are open. */
  readonly faults = new Set<FaultStep>();
  #payloads = 0;

  constructor(plan: Plan, makeStorage: (time: SimulatedTime, random: Random) => FullStorage) {
    this.plan = plan;
    this.random = createRandom(plan.seed);
    this.storage = makeStorage(this.time, this.random.fork("storage"));
  }

  /** Milliseconds since the world began. */
  get elapsed(): number {
    return this.time.now() - this.time.startMs;
  }

  get healed(): boolean {
    return this.elapsed >= this.plan.healAt;
  }

  nextPayload(): number {
    return ++this.#payloads;
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  process(name: string, skewMs = 0): SimulatedProcess {
    return new SimulatedProcess(name, this.time, this.random.fork(name), skewMs);
  }

  /** The storage as a process reaches it, with every call recorded. The dead do not call. */
  reach(process: SimulatedProcess): FullStorage {
    const { storage, time } = this;
    const fate = (method: keyof FullStorage) => this.#fate(process, method);
    const recorded = recordCalls(connect({ storage, time, fate }, process), process.name, this.log);
    const port: Record<string, unknown> = {};
    for (const [method, call] of Object.entries(recorded) as [string, AnyCall][])
      port[method] = (...args: unknown[]) => {
        if (process.alive && !process.frozen) return call(...args);
        return process.running().then(() => call(...args));
      };
    return port as unknown as FullStorage;
  }

  #fate(process: SimulatedProcess, method: keyof FullStorage): CallFate {
    const fault = this.#faultFor(process);
    if (fault !== undefined) {
      this.count(`fault ${fault}`);
      this.count(`${method} hit by a fault`);
    }
    const [min, max] = this.plan.latencyMs;
    const [slowMin, slowMax] = this.plan.slowMs;
    const { random } = process;
    const usual = () => (max === 0 ? 0 : random.int(min, max));
    return {
      fault,
      requestMs: fault === "slow-request" ? random.int(slowMin, slowMax) : usual(),
      answerMs: fault === "slow-answer" ? random.int(slowMin, slowMax) : usual(),
    };
  }

  #faultFor({ name, random }: SimulatedProcess): FaultKind | undefined {
    for (const { who, share, faults } of this.faults)
      if ((who === undefined || name.startsWith(`${who}.`)) && random.chance(share))
        return random.pick(faults);
    return undefined;
  }
}

type AnyCall = (...args: unknown[]) => Promise<unknown>;
