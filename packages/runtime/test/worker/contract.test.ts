import { expect, test } from "vitest";
import {
  type BatchHandler,
  bindQueue,
  exponential,
  type HandledTask,
  type HandlerContext,
  type HandlerStats,
  type HandlerStorage,
  objectConfig,
  perTask,
  type QueueBinding,
  type QueuePolicy,
} from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, fine } from "./world.js";

// What a generator writes for a queue: the types, the definition with its policy, and the binding.

interface EmailsPayload {
  readonly to: string;
}
type EmailsTask = EmailsPayload & HandledTask;

interface EmailsHandler {
  handleEmails(
    ctx: HandlerContext,
    storage: HandlerStorage,
    tasks: readonly EmailsTask[],
  ): Promise<HandlerStats>;
}

const emails = {
  queueNum: 1,
  name: "emails",
  decode: (data: Uint8Array): EmailsPayload => ({ to: new TextDecoder().decode(data) }),
  policy: {
    batchSize: 7,
    visibilityTimeoutMs: 30_000,
    maxAttempts: 2,
    backoff: exponential({ minMs: 5_000, maxMs: 60_000, jitter: 0 }),
  },
};

function emailsQueue(
  handler: EmailsHandler | BatchHandler<EmailsTask>,
  options?: QueuePolicy,
): QueueBinding {
  const handle: BatchHandler<EmailsTask> =
    typeof handler === "function"
      ? handler
      : (ctx, storage, tasks) => handler.handleEmails(ctx, storage, tasks);
  return bindQueue(emails, handle, options);
}

class EmailsHandlerImpl implements EmailsHandler {
  readonly sizes: number[] = [];
  readonly sent: string[] = [];

  async handleEmails(_ctx: HandlerContext, storage: HandlerStorage, tasks: readonly EmailsTask[]) {
    this.sizes.push(tasks.length);
    this.sent.push(...tasks.map(({ to }) => to));
    await storage.doneTask(tasks);
    return fine(tasks.length);
  }
}

test("a handler of a class is bound with its state, and the contract's policy holds", async () => {
  const world = createWorld();
  await world.putMany(1, 10);
  const handler = new EmailsHandlerImpl();
  await using worker = world.worker([emailsQueue(handler)]);
  await drain(worker);
  expect(handler.sizes).toEqual([7, 3]);
  expect(handler.sent).toHaveLength(10);
});

test("the contract's backoff and max_attempts hold for every form of a handler", async () => {
  const fail = () => Promise.reject(new Error("no network"));
  const retrying: BatchHandler<EmailsTask> = async (_ctx, storage, tasks) => {
    await storage.retryTask(tasks.map(({ taskId }) => ({ taskId, error: "no network" })));
    return fine(0);
  };
  for (const handler of [perTask<EmailsTask>(fail), fail, { handleEmails: fail }, retrying]) {
    const world = createWorld();
    const taskId = await world.put(1, "ada@example.org");
    await using worker = world.worker([emailsQueue(handler)]);
    await drain(worker);
    const [task] = await world.storage.peekTask([taskId]);
    expect((task?.startTime.getTime() ?? 0) - world.clock.now()).toBe(5_000);
    await world.clock.advance(5_000);
    expect(await world.storage.peekTask([taskId])).toMatchObject([
      { state: "dead", error: "no network (try 2 of 2)" },
    ]);
  }
});

test("precedence: the source, then the Worker's option, then the binding's, then the contract", async () => {
  const path = "/test/worker/queue/main";
  const config = objectConfig({});
  const sizes = async (options?: QueuePolicy, ofWorker = {}) => {
    const world = createWorld();
    await world.putMany(1, 10);
    const handler = new EmailsHandlerImpl();
    const timeouts: number[] = [];
    const worker = world.worker([emailsQueue(handler, options)], { config, ...ofWorker });
    worker.use(async (batch, next) => {
      const [task] = await world.storage.peekTask([batch.stored[0]?.taskId ?? 0]);
      timeouts.push((task?.deadline?.getTime() ?? 0) - world.clock.now());
      return next();
    });
    await drain(worker);
    await worker.shutdown();
    return [handler.sizes[0], timeouts[0]];
  };
  expect(await sizes()).toEqual([7, 30_000]);
  expect(await sizes({ batchSize: 6 })).toEqual([6, 30_000]);
  const ofWorker = { batchSize: 5, visibilityTimeoutMs: 20_000 };
  expect(await sizes({ batchSize: 6 }, ofWorker)).toEqual([5, 20_000]);
  config.set(`${path}/queue/1/batch_size`, 4);
  config.set(`${path}/visibility_timeout`, 10);
  expect(await sizes({ batchSize: 6 }, ofWorker)).toEqual([4, 10_000]);
});

test("a definition's policy is checked like a binding's", () => {
  const wrong = { ...emails, policy: { batchSize: 0 } };
  expect(() => bindQueue(wrong, async () => fine(0))).toThrow("batchSize of queue emails");
});

test("a task's own fields stand in place of payload fields of the same names", async () => {
  const world = createWorld();
  const taskId = await world.put(1, "one");
  const seen: object[] = [];
  const decode = () => ({ taskId: -1, attempts: -1, prevStartTime: -1, lease: -1, to: "ada" });
  const queue = bindQueue({ queueNum: 1, name: "odd", decode }, async (_ctx, storage, tasks) => {
    seen.push(...tasks);
    await storage.buryTask(tasks.map((task) => ({ ...task, error: "no" })));
    return fine(0);
  });
  await using worker = world.worker([queue]);
  await drain(worker);
  expect(seen).toEqual([{ taskId, attempts: 0, prevStartTime: null, lease: -1, to: "ada" }]);
  // Nor does a payload's field get in the way of the lease.
  expect(await world.stat(1)).toMatchObject({ deadTasks: 1 });
});
