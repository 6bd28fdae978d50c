import type { FullStorage, QueueNum, TaskId } from "@queue/runtime";
import type { Step } from "./plan.js";
import type { World } from "./world.js";

const REPEAT_AFTER_MS = 500;

export type OperatorStep = Extract<
  Step,
  {
    kind:
      | "cancelTask"
      | "runNow"
      | "buryWaiting"
      | "peekTask"
      | "kickIds"
      | "kickCount"
      | "clearQueue"
      | "pauseQueue"
      | "listTasks"
      | "getStat";
  }
>;

/** Does by hand what operators do, at any moment. */
export class Operator {
  readonly #world: World;
  readonly #process;
  readonly #storage: FullStorage;

  constructor(world: World) {
    this.#world = world;
    this.#process = world.process("operator.1");
    this.#storage = world.reach(this.#process);
  }

  async act(step: OperatorStep): Promise<void> {
    const storage = this.#storage;
    this.#world.count(`operator ${step.kind}`);
    switch (step.kind) {
      case "cancelTask":
        return void (await storage.cancelTask(this.#picked(step.picks)));
      case "runNow":
        return void (await storage.runNow(this.#picked(step.picks)));
      case "buryWaiting":
        return void (await storage.buryWaiting(this.#picked(step.picks), "buried by hand"));
      case "peekTask":
        return void (await storage.peekTask(this.#picked(step.picks)));
      case "kickIds": {
        const ids = this.#picked(step.picks);
        for (const { queueNum } of this.#world.plan.queues) await storage.kickTask(queueNum, ids);
        return;
      }
      case "kickCount":
        return void (await storage.kickTask(step.queueNum, step.count));
      case "clearQueue":
        return void (await storage.clearQueue(step.queueNum));
      case "pauseQueue":
        await storage.pauseQueue(step.queueNum, true);
        await this.#process.sleep(step.forMs);
        return this.resume(step.queueNum);
      case "listTasks":
        return void (await storage.listTasks(step.queueNum, step.state, { limit: 100 }));
      case "getStat":
        return void (await storage.getStat());
      default:
        step satisfies never;
    }
  }

  /** Until it has worked: nobody leaves a queue paused. */
  async resume(queueNum: QueueNum): Promise<void> {
    for (;;) {
      try {
        return await this.#storage.pauseQueue(queueNum, false);
      } catch {
        await this.#process.sleep(REPEAT_AFTER_MS);
      }
    }
  }

  #picked(picks: readonly number[]): TaskId[] {
    const { ids } = this.#world;
    if (ids.length === 0) return [];
    return picks.map((pick) => ids[pick % ids.length] as TaskId);
  }
}
