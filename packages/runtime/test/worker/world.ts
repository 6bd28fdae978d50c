import {
  type BatchHandler,
  bindQueue,
  type FullStorage,
  type HandledTask,
  type PutTaskRequest,
  type QueueBinding,
  QueueError,
  type QueueNum,
  type QueuePolicy,
  Worker,
  type WorkerOptions,
} from "../../src/index.js";
import { createManualClock, recordSettles } from "../../src/testing/index.js";
import { recordingLogger } from "../config/recording-logger.js";
import { createModelStorage } from "../model-storage.js";
import { createFaults } from "./faults.js";

export interface TextTask extends HandledTask {
  readonly text: string;
}

/** A queue of texts. The text "broken" does not decode. */
export function textQueue(
  queueNum: QueueNum,
  handler: BatchHandler<TextTask>,
  policy?: QueuePolicy,
): QueueBinding {
  const decode = (data: Uint8Array) => {
    const text = new TextDecoder().decode(data);
    const details = { queueNum, field: "text", offset: 3 };
    if (text === "broken") throw new QueueError("DECODE", "text: not a text", { details });
    if (text === "quoted") throw new SyntaxError(`Unexpected token in ${text}`);
    return { text };
  };
  return bindQueue({ queueNum, name: `queue-${queueNum}`, decode }, handler, policy);
}

/** What a handler has to say of a batch in which all went well. */
export const fine = (count: number) => ({ processed: count, errors: 0, retried: 0, durationMs: 0 });

/** A handler that does everything at once. */
export const doAll: BatchHandler<TextTask> = async (_ctx, storage, tasks) => {
  await storage.doneTask(tasks);
  return fine(tasks.length);
};

/** A promise and its ends, for handlers that a test holds. */
export function gate<T = void>() {
  let open: (value: T) => void = () => {};
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A clock, a storage with faults on order, and workers on them. Nothing here takes real time. */
export function createWorld() {
  const clock = createManualClock();
  const faults = createFaults(createModelStorage(clock));
  const storage: FullStorage & ReturnType<typeof recordSettles> = recordSettles(faults.storage);
  const logger = recordingLogger();
  const put = (queueNum: QueueNum, text: string, more: Partial<PutTaskRequest> = {}) =>
    storage.putTask({
      queueNum,
      data: new TextEncoder().encode(text),
      ...more,
    } as PutTaskRequest);
  return {
    clock,
    storage,
    faults,
    logger,
    put,
    async putMany(queueNum: QueueNum, count: number) {
      for (let i = 0; i < count; i++) await put(queueNum, `task ${i}`);
    },
    worker: (queues: readonly QueueBinding[], options: Partial<WorkerOptions> = {}) =>
      new Worker({
        service: "test",
        name: "main",
        storage,
        queues,
        clock,
        logger,
        random: () => 0.5,
        ...options,
      }),
    async stat(queueNum: QueueNum) {
      return (await storage.getStat()).queueStats.get(queueNum);
    },
  };
}
