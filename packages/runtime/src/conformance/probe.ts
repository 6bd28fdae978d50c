import assert from "node:assert/strict";
import { QueueError, type QueueErrorCode } from "../errors.js";
import type { FullStorage } from "../full-storage.js";
import type {
  PutTaskRequest,
  QueueNum,
  QueueStat,
  Task,
  TaskId,
  WaitTaskOptions,
} from "../storage.js";
import type { TaskInfo, TaskState } from "../storage-admin.js";
import { ended, eventually, type Watched, watch, within } from "./watched.js";
import type { StorageSuiteOptions, World } from "./world.js";

/** Two queues are enough for most promises. */
export const QUEUE: QueueNum = 1;
export const OTHER: QueueNum = 2;

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A put into `QUEUE`, of which a test says only what matters to it. */
export type PutChoice = Partial<PutTaskRequest>;

export function request(choice: PutChoice = {}): PutTaskRequest {
  return { queueNum: QUEUE, data: bytes("x"), ...choice } as PutTaskRequest;
}

const LONG_MS = 600_000;
const ANSWER_WITHIN_MS = 5_000;

/** A world and the steps most tests take in it. */
export interface Probe extends Pick<World, "advance"> {
  readonly storage: FullStorage;
  now(): Promise<number>;
  put(choice?: PutChoice): Promise<TaskId>;
  /** As many as there are, up to `count`: sharded storages may need several calls for them. */
  take(count: number, queueNum?: QueueNum, visibilityTimeoutMs?: number): Promise<readonly Task[]>;
  /** The one task that is ready; fails if there is none. */
  takeOne(queueNum?: QueueNum, visibilityTimeoutMs?: number): Promise<Task>;
  info(id: TaskId): Promise<TaskInfo>;
  stateOf(id: TaskId): Promise<TaskState | "gone">;
  stat(queueNum?: QueueNum): Promise<QueueStat>;
  /** Everything about these tasks, the statistics and the records: to see that nothing changed. */
  snapshot(ids: readonly TaskId[]): Promise<unknown>;
  watch<T>(call: Promise<T>): Watched<T>;
  /** Begins to wait, for ten minutes unless told otherwise, and goes on when the storage knows of it. */
  wait(
    queueNums: readonly QueueNum[],
    options?: Partial<WaitTaskOptions>,
  ): Promise<Watched<readonly QueueNum[]>>;
  /** Fails if one of the calls has ended, also if its answer was only on its way. */
  stillWaiting(...calls: readonly Watched<unknown>[]): Promise<void>;
  /** How many of the calls have ended, after time enough for `atLeast` so many. */
  countEnded(calls: readonly Watched<unknown>[], atLeast: number): Promise<number>;
  /** Asks again and again until there is an answer, for what need not be there at once. */
  eventually<T>(ask: () => Promise<T | undefined>): Promise<T>;
  restart(): Promise<void>;
}

export function createProbe(world: World, options: StorageSuiteOptions): Probe {
  const { answerWithinMs = ANSWER_WITHIN_MS } = options;
  let { storage } = world;

  async function take(count: number, queueNum = QUEUE, visibilityTimeoutMs?: number) {
    const taken: Task[] = [];
    const hiding = visibilityTimeoutMs === undefined ? {} : { visibilityTimeoutMs };
    while (taken.length < count) {
      const batch = await storage.getTask(queueNum, count - taken.length, hiding);
      if (batch.length === 0) break;
      taken.push(...batch.map(plainTask));
    }
    return taken;
  }

  /** What was answered before it has arrived after it. It touches no queue, and so moves nothing. */
  const roundTrip = () => storage.getRecords(["nothing"], { partition: PARTITION });

  return {
    get storage() {
      return storage;
    },
    advance: (ms) => world.advance(ms),
    now: async () => world.now(),
    put: (choice) => storage.putTask(request(choice)),
    take,
    async takeOne(queueNum = QUEUE, visibilityTimeoutMs) {
      const [task] = await take(1, queueNum, visibilityTimeoutMs);
      assert.ok(task, `queue ${queueNum} should have a ready task, but getTask gave none`);
      return task;
    },
    async info(id) {
      const [info] = await storage.peekTask([id]);
      assert.ok(info, `task ${id} should exist, but peekTask does not show it`);
      return plainTask(info);
    },
    async stateOf(id) {
      const [info] = await storage.peekTask([id]);
      return info?.state ?? "gone";
    },
    async stat(queueNum = QUEUE) {
      const stat = (await storage.getStat()).queueStats.get(queueNum);
      assert.ok(stat, `queue ${queueNum} should be in the statistics`);
      return stat;
    },
    async snapshot(ids) {
      const { queueStats } = await storage.getStat();
      return {
        tasks: await storage.peekTask(ids),
        stats: [...queueStats].sort(([a], [b]) => a - b),
        records: await storage.listRecords({ prefix: "", limit: 10_000, partition: PARTITION }),
      };
    },
    watch: (call) => watch(call, answerWithinMs),
    async wait(queueNums, options) {
      const call = storage.waitTask(queueNums, { timeoutMs: LONG_MS, ...options });
      const watched = watch(call, answerWithinMs);
      await world.advance(0);
      return watched;
    },
    async stillWaiting(...calls) {
      await roundTrip();
      assert.equal(calls.filter((call) => call.hasEnded()).length, 0, "the call should still wait");
    },
    async countEnded(calls, atLeast) {
      // Fewer is for the test to judge, and more may come by the same way a moment later.
      await within(answerWithinMs, ended(calls, atLeast)).catch(() => {});
      await roundTrip();
      return calls.filter((call) => call.hasEnded()).length;
    },
    eventually: (ask) => eventually(answerWithinMs, ask),
    async restart() {
      assert.ok(world.restart, "a durable storage's world must have restart()");
      storage = await world.restart();
    },
  };
}

/** A storage may give Buffers and objects without a prototype: they are as good. */
function plainTask<T extends Task>(task: T): T {
  const headers = task.headers === null ? null : { ...task.headers };
  return { ...task, data: Uint8Array.from(task.data), headers };
}

/** All that one commit touches must live on one shard; unsharded storages ignore it. */
export const PARTITION = "p";

/** The call must fail with this code, by rejecting: never by throwing before there is a promise. */
export async function rejectsWith(
  code: QueueErrorCode,
  call: () => Promise<unknown>,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<QueueError> {
  let promise: Promise<unknown>;
  try {
    promise = call();
  } catch (error) {
    assert.fail(`should reject with ${code}, but threw synchronously: ${error}`);
  }
  try {
    // A storage that accepts a wait of 101 years must not make us wait for it.
    await within(answerWithinMs, promise);
  } catch (error) {
    assert.ok(error instanceof QueueError, `should be a QueueError, but was ${error}`);
    assert.equal(error.code, code, `should reject with ${code}, but: ${error.message}`);
    return error;
  }
  assert.fail(`should reject with ${code}, but resolved`);
}

export const idsOf = (tasks: readonly { taskId: TaskId }[]): TaskId[] =>
  tasks.map((task) => task.taskId);

export const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
