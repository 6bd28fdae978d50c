import { type FullStorage, type PutTaskRequest, QueueError } from "@queue/runtime";
import type { PutPlan, Step } from "./plan.js";
import { encodeScript } from "./script.js";
import type { SimulatedProcess } from "./simulated-process.js";
import type { World } from "./world.js";

type PutStep = Extract<Step, { kind: "put" }>;

/** How often a put is repeated, if that is safe; the outages of a plan are shorter. */
const REPEATS = 8;
const REPEAT_AFTER_MS = 700;

/** Puts what the plan says; repeats what may be repeated. */
export class Producer {
  readonly #world: World;
  readonly #process: SimulatedProcess;
  readonly #storage: FullStorage;

  constructor(world: World) {
    this.#world = world;
    this.#process = world.process("producer.1", 250);
    this.#storage = world.reach(this.#process);
  }

  async put({ via, puts }: PutStep): Promise<void> {
    const requests = puts.map((plan) => this.#request(plan));
    const repeatable = puts.every(({ putId }) => putId !== undefined);
    for (let repeats = 0; ; repeats++) {
      try {
        this.#world.ids.push(...(await this.#send(via, requests)));
        return;
      } catch (error) {
        const safe =
          repeatable || (error instanceof QueueError && error.details.outcome === "none");
        if (!safe || repeats === REPEATS) return;
        this.#world.count("put repeated");
        await this.#process.sleep(REPEAT_AFTER_MS);
      }
    }
  }

  async #send(via: PutStep["via"], requests: readonly PutTaskRequest[]) {
    const [first] = requests;
    if (via === "putTask" && first !== undefined) return [await this.#storage.putTask(first)];
    if (via === "putTasks") return this.#storage.putTasks(requests);
    const result = await this.#storage.commit({ put: requests });
    return result.ok ? result.ids : [];
  }

  #request(plan: PutPlan): PutTaskRequest {
    const { queueNum, script, delayMs, startInMs, priority, ttlMs, key, onKey, putId } = plan;
    this.#world.count(`put ${onKey ?? (key === undefined ? "plain" : "with a key")}`);
    const startTime =
      startInMs === undefined ? undefined : new Date(this.#process.clock.now() + startInMs);
    return {
      queueNum,
      data: encodeScript(this.#world.nextPayload(), script),
      ...(delayMs !== undefined && { delayMs }),
      ...(startTime !== undefined && { startTime }),
      ...(priority !== undefined && { priority }),
      ...(ttlMs !== undefined && { ttlMs }),
      ...(key !== undefined && { key }),
      ...(onKey !== undefined && { onKey }),
      ...(putId !== undefined && { putId }),
    } as PutTaskRequest;
  }
}
