import { setTimeout as pause } from "node:timers/promises";
import type { FullStorage, PutTaskRequest, SettleResult, Task } from "@queue/runtime";
import { type Ledger, tagOf } from "./ledger.js";

export interface LoadOptions {
  readonly producers: number;
  readonly consumers: number;
  readonly queueNums: readonly number[];
  readonly visibilityTimeoutMs: number;
}

const DEFAULTS: LoadOptions = {
  producers: 4,
  consumers: 4,
  queueNums: [1, 2],
  visibilityTimeoutMs: 120_000,
};
const BATCH = 20;
/** How long a caller rests whose call failed. */
const REST_MS = 20;

/** Callers at work. */
export interface Load {
  /** Ends after the calls under way. */
  stop(): Promise<void>;
}

/** Starts producers and consumers who write down everything they are told. */
export function startLoad(
  storage: FullStorage,
  ledger: Ledger,
  options: Partial<LoadOptions> = {},
): Load {
  const all = { ...DEFAULTS, ...options };
  const stop = new AbortController();
  const loops = [
    ...Array.from({ length: all.producers }, (_, n) =>
      produce(storage, ledger, all, n, stop.signal),
    ),
    ...Array.from({ length: all.consumers }, (_, n) =>
      consume(storage, ledger, all, n, stop.signal),
    ),
  ];
  return {
    async stop() {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

let puts = 0;

async function produce(
  storage: FullStorage,
  ledger: Ledger,
  { queueNums }: LoadOptions,
  producer: number,
  stop: AbortSignal,
): Promise<void> {
  for (let n = producer; !stop.aborted; n++) {
    const queueNum = queueNums[n % queueNums.length] as number;
    const size = 1 + (n % BATCH);
    const requests = Array.from({ length: size }, (): PutTaskRequest => {
      const tag = `task-${++puts}`;
      ledger.willPut(tag);
      // Every third with a put id: those the client repeats by itself.
      return { queueNum, data: Buffer.from(tag), ...(puts % 3 === 0 && { putId: tag }) };
    });
    // One by one in the same tick, or as a whole.
    const calls =
      n % 2 === 0 ? [storage.putTasks(requests)] : requests.map((one) => alone(storage, one));
    const groups = n % 2 === 0 ? [requests] : requests.map((one) => [one]);
    const failed = await Promise.all(calls.map((call, at) => note(ledger, call, groups[at] ?? [])));
    if (failed.includes(true)) await pause(REST_MS);
  }
}

async function alone(storage: FullStorage, request: PutTaskRequest): Promise<readonly number[]> {
  return [await storage.putTask(request)];
}

/** Puts a task; resolves to the error, if there was one. */
export async function putOne(storage: FullStorage, ledger: Ledger): Promise<unknown> {
  const tag = `task-${++puts}`;
  ledger.willPut(tag);
  try {
    ledger.wasPut(tag, await storage.putTask({ queueNum: 1, data: Buffer.from(tag) }));
    return undefined;
  } catch (error) {
    ledger.putFailed(tag, error);
    return error;
  }
}

async function note(
  ledger: Ledger,
  call: Promise<readonly number[]>,
  requests: readonly PutTaskRequest[],
): Promise<boolean> {
  try {
    const ids = await call;
    for (const [at, request] of requests.entries())
      ledger.wasPut(tagOf(request), ids[at] as number);
    return false;
  } catch (error) {
    for (const request of requests) ledger.putFailed(tagOf(request), error);
    return true;
  }
}

async function consume(
  storage: FullStorage,
  ledger: Ledger,
  { queueNums, visibilityTimeoutMs }: LoadOptions,
  consumer: number,
  stop: AbortSignal,
): Promise<void> {
  for (let n = consumer; !stop.aborted; n++) {
    const queueNum = queueNums[n % queueNums.length] as number;
    try {
      const asked = Date.now();
      const tasks = await storage.getTask(queueNum, BATCH, { visibilityTimeoutMs });
      for (const task of tasks) ledger.wasTaken(task, asked, visibilityTimeoutMs);
      if (tasks.length === 0) await pause(REST_MS);
      else await settle(storage, ledger, tasks, n);
    } catch (error) {
      ledger.knowledgeAfter(error);
      await pause(REST_MS);
    }
  }
}

async function settle(
  storage: FullStorage,
  ledger: Ledger,
  tasks: readonly Task[],
  n: number,
): Promise<void> {
  if (n % 8 === 0) {
    for (const task of tasks) ledger.willLetGo(task);
    await storage.retryTask(tasks.map(({ taskId, lease }) => ({ taskId, lease, delayMs: 5 })));
  } else if (n % 8 === 1) {
    for (const task of tasks) ledger.willLetGo(task);
    await storage.releaseTask(tasks);
  } else {
    for (const task of tasks) ledger.willBeDone(task);
    try {
      noteDone(ledger, tasks, await storage.doneTask(tasks));
    } catch (error) {
      if (ledger.knowledgeAfter(error) === "no") for (const task of tasks) ledger.wasNotDone(task);
      await pause(REST_MS);
    }
  }
}

function noteDone(ledger: Ledger, tasks: readonly Task[], { lost }: SettleResult): void {
  const gone = new Set(lost);
  for (const task of tasks) {
    if (gone.has(task.taskId)) {
      ledger.wasNotDone(task);
      ledger.violations.push(`${tagOf(task)}: its lease was lost before its time`);
    } else ledger.wasDone(task);
  }
}
