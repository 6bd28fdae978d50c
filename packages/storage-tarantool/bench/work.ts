import type { FullStorage } from "@queue/runtime";

const QUEUE = 1;
export const PAYLOAD_BYTES = 100;
const data = Buffer.alloc(PAYLOAD_BYTES, 7);
const request = { queueNum: QUEUE, data };

/** What one round does, and how much of it. */
export interface Work {
  readonly tasks: number;
  readonly batch: number;
  /** How many callers work at the same time. */
  readonly callers: number;
}

/** What a round has shown. Next to noisy neighbours the second says more than the first. */
export interface Measure {
  readonly tasksPerSecond: number;
  /** What a task cost this process; the server's cost is its own. */
  readonly cpuMicroseconds: number;
}

/** Tasks put in calls of `batch` by concurrent callers. */
export function put(storage: FullStorage, { tasks, batch, callers }: Work): Promise<Measure> {
  const requests = Array.from({ length: batch }, () => request);
  let left = tasks / batch;
  return measured(tasks, callers, async () => {
    while (left-- > 0) await storage.putTasks(requests);
  });
}

/** The same, each task by a `putTask` of its own; the client joins those of one tick. */
export function putOneByOne(
  storage: FullStorage,
  tasks: number,
  callers: number,
): Promise<Measure> {
  let left = tasks;
  return measured(tasks, callers, async () => {
    while (left-- > 0) await storage.putTask(request);
  });
}

/** Tasks taken and done in calls of `batch`, until the queue is empty. */
export async function drain(
  storage: FullStorage,
  { tasks, batch, callers }: Work,
): Promise<Measure> {
  let done = 0;
  const measure = await measured(tasks, callers, async () => {
    for (;;) {
      const taken = await storage.getTask(QUEUE, batch);
      if (taken.length === 0) return;
      const { settled } = await storage.doneTask(taken);
      done += settled;
    }
  });
  if (done !== tasks) throw new Error(`${done} of ${tasks} tasks were drained`);
  return measure;
}

/** Milliseconds from a put to the moment its task is in the hands of a worker that waits for it. */
export async function handOver(storage: FullStorage, times: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const woken = storage.waitTask([QUEUE], { timeoutMs: 10_000 });
    await storage.waitTask([QUEUE], { timeoutMs: 0 }); // the one before is waiting on the server by now
    const start = performance.now();
    const [, tasks] = await Promise.all([
      storage.putTask(request),
      woken.then(() => storage.getTask(QUEUE, 1)),
    ]);
    taken.push(performance.now() - start);
    await storage.doneTask(tasks);
  }
  return taken;
}

/** Milliseconds of a call that does next to nothing. */
export async function roundTrip(storage: FullStorage, times: number): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    await storage.waitTask([QUEUE], { timeoutMs: 0 });
    taken.push(performance.now() - start);
  }
  return taken;
}

async function measured(
  tasks: number,
  callers: number,
  run: () => Promise<void>,
): Promise<Measure> {
  const start = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: callers }, run));
  const { user, system } = process.cpuUsage(before);
  return {
    tasksPerSecond: (tasks * 1_000) / (performance.now() - start),
    cpuMicroseconds: (user + system) / tasks,
  };
}
