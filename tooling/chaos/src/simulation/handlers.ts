import {
  type BatchHandler,
  type BatchMiddleware,
  Bury,
  bindQueue,
  exponential,
  type HandledTask,
  type HandlerContext,
  type HandlerStorage,
  perTask,
  type QueueBinding,
  QueueError,
  RetryAt,
  type Task,
} from "@queue/runtime";
import type { QueuePlan } from "./plan.js";
import { type Act, decodeScript, encodeScript, isSound, type Script } from "./script.js";
import type { SimulatedProcess } from "./simulated-process.js";
import type { World } from "./world.js";

type ScriptTask = HandledTask & Script;

/** The handlers of one simulated worker: they do what the payloads say, and write down what they do. */
export class ScriptedHandlers {
  readonly #world: World;
  readonly #process: SimulatedProcess;
  /** The leases of the batches that are being handled; handlers see only ids. */
  readonly #leases = new Map<HandlerContext, ReadonlyMap<number, Task>>();

  constructor(world: World, process: SimulatedProcess) {
    this.#world = world;
    this.#process = process;
  }

  readonly middleware: BatchMiddleware = ({ ctx, stored }, next) => {
    this.#leases.set(ctx, new Map(stored.map((task) => [task.taskId, task])));
    return next();
  };

  bind(plan: QueuePlan): QueueBinding {
    const { queueNum, handler, concurrency, backoffMs, maxAttempts } = plan;
    const [minMs, maxMs] = backoffMs;
    const decode = (data: Uint8Array): Script => {
      const script = decodeScript(data);
      if (script.broken && !this.#world.healed) {
        this.#world.count("act broken");
        throw new QueueError("DECODE", "the script is of a newer version");
      }
      return script;
    };
    const single = perTask<ScriptTask>(
      (task, ctx, storage) => this.#handle(task, ctx, storage, false),
      { concurrency },
    );
    return bindQueue(
      { queueNum, name: `queue-${queueNum}`, decode },
      handler === "perTask" ? single : this.#batch,
      {
        batchSize: plan.batchSize,
        visibilityTimeoutMs: plan.visibilityTimeoutMs,
        handlerTimeoutMs: plan.handlerTimeoutMs,
        backoff: exponential({ minMs, maxMs, jitter: 0.2 }),
        onHandlerError: plan.onHandlerError,
        onDecodeError: plan.onDecodeError,
        renewLeases: plan.renewLeases,
        ...(maxAttempts !== undefined && { maxAttempts }),
      },
    );
  }

  readonly #batch: BatchHandler<ScriptTask> = async (ctx, storage, tasks) => {
    for (const task of tasks) await this.#handle(task, ctx, storage, true);
    return { processed: tasks.length, errors: 0, retried: 0, durationMs: 0 };
  };

  /** `settles`: the handler settles the task itself; otherwise what it throws decides. */
  async #handle(task: ScriptTask, ctx: HandlerContext, storage: HandlerStorage, settles: boolean) {
    const act = this.#nextAct(task);
    this.#note("begin", task, ctx);
    const end = () => this.#note("end", task, ctx);
    try {
      await this.#work(act, task, ctx, storage);
    } catch (error) {
      end();
      throw error;
    }
    const ids = [task.taskId];
    const ms = "ms" in act ? act.ms : 0;
    end();
    switch (settles ? act.kind : `thrown ${act.kind}`) {
      case "bury":
        return storage.buryTask([{ taskId: task.taskId, error: "buried by its script" }]);
      case "retry":
        return storage.retryTask([{ taskId: task.taskId, delayMs: ms }]);
      case "release":
        return storage.releaseTask(ids);
      case "leave":
        return undefined;
      case "thrown bury":
        throw new Bury("buried by its script");
      case "thrown retry":
        throw new RetryAt(new Date(ctx.clock.now() + ms));
      case "throw":
      case "thrown throw":
      case "thrown release":
      case "thrown leave":
        throw new Error("thrown by its script");
      default:
        return settles ? this.#done(task, ctx, storage) : undefined;
    }
  }

  async #done(task: ScriptTask, ctx: HandlerContext, storage: HandlerStorage) {
    const { lost } = await storage.doneTask([task.taskId]);
    if (lost.length === 0) this.#note("told", task, ctx);
  }

  #nextAct({ number, acts }: ScriptTask): Act {
    const { begun, healed } = this.#world;
    const times = begun.get(number) ?? 0;
    begun.set(number, times + 1);
    const act = acts[times] ?? { kind: "done" };
    const chosen: Act = healed && !isSound(act) ? { kind: "done" } : act;
    this.#world.count(`act ${chosen.kind}`);
    return chosen;
  }

  async #work(act: Act, task: ScriptTask, ctx: HandlerContext, storage: HandlerStorage) {
    const process = this.#process;
    switch (act.kind) {
      case "slow":
        return sleepUnlessAborted(process, act.ms, ctx.signal);
      case "stubborn":
        return process.sleep(act.ms);
      case "block":
        process.freeze(act.ms);
        return process.running();
      case "touch":
        await storage.touchTask([task.taskId], act.ms);
        return sleepUnlessAborted(process, Math.floor(act.ms / 2), ctx.signal);
      case "put": {
        const data = encodeScript(this.#world.nextPayload(), "");
        this.#world.ids.push(await storage.putTask({ queueNum: ctx.queue.queueNum, data }));
        return;
      }
      case "hang":
        return new Promise<void>(() => {});
      case "crash":
        process.kill();
        return new Promise<void>(() => {});
      default:
        return;
    }
  }

  #note(kind: "begin" | "end" | "told", { taskId }: ScriptTask, ctx: HandlerContext): void {
    const lease = this.#leases.get(ctx)?.get(taskId)?.lease;
    if (!this.#process.alive || lease === undefined) return;
    const { log, time } = this.#world;
    log.append({ kind, at: time.now(), actor: this.#process.name, taskId, lease });
  }
}

function sleepUnlessAborted(process: SimulatedProcess, ms: number, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = process.clock.setTimer(ms, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
