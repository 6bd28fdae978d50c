import assert from "node:assert/strict";
import type { Lease, TaskId } from "../../storage.js";
import type { TaskState } from "../../storage-admin.js";
import { createModel, type Model } from "../model/model.js";
import { PARTITION, sorted } from "../probe.js";
import type { StorageSuiteOptions, World } from "../world.js";
import { plain, show, withIds } from "./plain.js";

type Method = Exclude<keyof World["storage"], "close" | "waitTask">;
type Args<M extends Method> = Parameters<Model[M]>;
type Answer<M extends Method> = ReturnType<Model[M]>;

const STATES: readonly TaskState[] = ["ready", "delayed", "taken", "blocked", "dead"];

function invoke(target: object, method: Method, args: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, method), target, args);
}

/** A storage and the model, given the same calls, and what has been seen of both. */
export interface Duel {
  readonly model: Model;
  readonly ids: readonly TaskId[];
  readonly leases: readonly Lease[];
  readonly inQueueOrder: boolean;
  /** Every call so far, as a person would write it, and its answer. */
  readonly trace: readonly string[];
  advance(ms: number): Promise<void>;
  restart(): Promise<void>;
  /** Asks both; the answers must be equal. Ids are the model's, in the arguments as in the answer. */
  call<M extends Method>(method: M, ...args: Args<M>): Promise<Answer<M>>;
  get(queueNum: number, count: number, visibilityTimeoutMs: number | null): Promise<void>;
  ask(queueNums: readonly number[]): Promise<void>;
  /** Compares everything there is to see. */
  look(limit: number): Promise<void>;
}

export async function createDuel(world: World, options: StorageSuiteOptions): Promise<Duel> {
  const startMs = await world.now();
  let { storage } = world;
  const model = createModel(startMs);
  const inQueueOrder = options.order === "queue";
  const ids: TaskId[] = [];
  const leases: Lease[] = [];
  const trace: string[] = [];
  const realIds = new Map<TaskId, TaskId>();
  const modelIds = new Map<TaskId, TaskId>();
  const real = (id: TaskId) => realIds.get(id) ?? id;
  /** An id the storage made up, or gave out for another task, stays visible as a negative one. */
  const ours = (id: TaskId) => modelIds.get(id) ?? (realIds.has(id) ? -id : id);

  function same(what: string, actual: unknown, expected: unknown): void {
    assert.deepEqual(plain(actual, startMs), plain(expected, startMs), what);
  }
  function note(call: string, answer: unknown): void {
    trace.push(answer === undefined ? call : `${call} -> ${show(answer, startMs)}`);
  }
  /** New tasks get their pair of ids here; a task put twice must have kept its own. */
  function meet(expected: readonly TaskId[], actual: readonly TaskId[]): void {
    assert.equal(actual.length, expected.length, "as many ids as puts");
    expected.forEach((id, index) => {
      const realId = actual[index] as TaskId;
      if (realIds.has(id)) return;
      assert.ok(!modelIds.has(realId), `id ${realId} for a new task is that of another one`);
      realIds.set(id, realId);
      modelIds.set(realId, id);
      ids.push(id);
    });
  }
  async function call<M extends Method>(method: M, ...args: Args<M>): Promise<Answer<M>> {
    const line = `${method}(${args.map((arg) => show(arg, startMs)).join(", ")})`;
    const expected = invoke(model, method, args) as Answer<M>;
    note(line, expected);
    const sent = args.map((arg) =>
      // A list of bare numbers is one of task ids.
      Array.isArray(arg) && typeof arg[0] === "number" ? arg.map(real) : withIds(arg, real),
    );
    const actual = await invoke(storage, method, sent);
    if (method === "putTasks") {
      meet(expected as TaskId[], actual as TaskId[]);
      same(method, (actual as TaskId[]).map(ours), expected);
      return expected;
    }
    if (method === "commit") meetCommit(expected as Answer<"commit">, actual as Answer<"commit">);
    same(method, withIds(actual, ours), expected);
    return expected;
  }
  function meetCommit(expected: Answer<"commit">, actual: Answer<"commit">): void {
    if (expected.ok && actual.ok) meet(expected.ids, actual.ids);
  }

  async function get(queueNum: number, count: number, visibilityTimeoutMs: number | null) {
    const hiding = visibilityTimeoutMs === null ? {} : { visibilityTimeoutMs };
    const line = `getTask(${queueNum}, ${count}, ${show(hiding, startMs)})`;
    if (inQueueOrder) {
      const expected = model.getTask(queueNum, count, hiding);
      note(line, expected);
      leases.push(...expected);
      same("getTask", withIds(await storage.getTask(queueNum, count, hiding), ours), expected);
      return;
    }
    // Any ready tasks will do, so the model takes the same ones, if it can.
    const ready = model.listTasks(queueNum, "ready", { limit: 10_000 }).tasks.length;
    const some = model.readyQueues([queueNum]).length > 0;
    const actual = withIds(await storage.getTask(queueNum, count, hiding), ours);
    note(line, actual);
    assert.ok(actual.length <= Math.min(count, ready), "no more than asked for and ready");
    assert.ok(actual.length > 0 || !some, "getTask is [] though a task is ready");
    const chosen = actual.map((task) => task.taskId);
    const expected = model.takeThese(queueNum, chosen, visibilityTimeoutMs ?? undefined);
    assert.ok(expected !== null, "getTask gave a task that is not ready");
    leases.push(...expected);
    same("getTask", actual, expected);
  }

  async function pages(queueNum: number, state: TaskState, limit: number) {
    const listed: unknown[] = [];
    let cursor: string | null = null;
    do {
      const at: { cursor?: string } = cursor === null ? {} : { cursor };
      const page: Answer<"listTasks"> = await storage.listTasks(queueNum, state, { ...at, limit });
      listed.push(...withIds(page.tasks, ours));
      cursor = page.cursor;
      assert.ok(listed.length <= ids.length, "a listing goes on for ever");
    } while (cursor !== null);
    return listed as Answer<"peekTask">;
  }

  async function sameListing(queueNum: number, state: TaskState, limit: number): Promise<void> {
    const expected = model.listTasks(queueNum, state, { limit: 10_000 }).tasks;
    const actual = await pages(queueNum, state, limit);
    const what = `listTasks(${queueNum}, ${state})`;
    const byId = [...actual].sort((a, b) => a.taskId - b.taskId);
    same(
      what,
      byId,
      [...expected].sort((a, b) => a.taskId - b.taskId),
    );
    if (!inQueueOrder) return;
    // Among equal starts or deadlines any order will do.
    const place = (task: (typeof expected)[number]) =>
      state === "delayed" ? task.startTime : state === "taken" ? task.deadline : task.taskId;
    same(`the order of ${what}`, actual.map(place), expected.map(place));
  }

  return {
    model,
    ids,
    leases,
    inQueueOrder,
    trace,
    async advance(ms) {
      note(`advance(${ms})`, undefined);
      model.advance(ms);
      await world.advance(ms);
      assert.equal(await world.now(), model.now(), "the world's time after advance()");
    },
    async restart() {
      note("restart()", undefined);
      assert.ok(world.restart, "a durable storage's world must have restart()");
      model.restart();
      storage = await world.restart();
    },
    call,
    get,
    async ask(queueNums) {
      const expected = model.readyQueues(queueNums);
      note(`waitTask(${show(queueNums, startMs)}, { timeoutMs: 0 })`, expected);
      const actual = await storage.waitTask(queueNums, { timeoutMs: 0 });
      assert.deepEqual(sorted(actual), sorted(expected), "waitTask");
    },
    async look(limit) {
      trace.push("(everything is compared)");
      same("getStat", (await storage.getStat()).queueStats, model.getStat().queueStats);
      const infos = withIds(await storage.peekTask(ids.map(real)), ours);
      same("peekTask", infos, model.peekTask(ids));
      for (const queueNum of model.getStat().queueStats.keys()) {
        for (const state of STATES) await sameListing(queueNum, state, limit);
      }
      const all = { prefix: "", limit: 100, partition: PARTITION };
      same("listRecords", await storage.listRecords(all), model.listRecords(all));
    },
  };
}
