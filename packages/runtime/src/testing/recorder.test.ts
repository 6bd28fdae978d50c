import { describe, expect, it } from "vitest";
import type { FullStorage } from "../full-storage.js";
import type { TaskId } from "../storage.js";
import { recordSettles } from "./recorder.js";

/** Answers as told; a class, because a storage may be one. */
class Answering {
  readonly #lost: readonly TaskId[];
  #nextId = 1;
  constructor(lost: readonly TaskId[] = []) {
    this.#lost = lost;
  }
  #settle = async () => ({ settled: 0, lost: this.#lost });
  doneTask = this.#settle;
  retryTask = this.#settle;
  releaseTask = this.#settle;
  buryTask = this.#settle;
  touchTask = this.#settle;
  async putTask() {
    return this.#nextId++;
  }
  async putTasks(requests: readonly unknown[]) {
    return requests.map(() => this.#nextId++);
  }
  async commit() {
    return this.#lost.length === 0
      ? { ok: true, ids: [this.#nextId++] }
      : { ok: false, conflict: { kind: "lease", taskId: this.#lost[0] } };
  }
  async clearQueue() {
    return this.#nextId;
  }
}

const recording = (lost?: readonly TaskId[]) =>
  recordSettles(new Answering(lost) as unknown as FullStorage);
const data = new Uint8Array([1]);

describe("recordSettles", () => {
  it("notes every kind of settle with its extras, in the order of the answers", async () => {
    const storage = recording();
    const nextStartTime = new Date(5);
    await storage.doneTask([{ taskId: 1, lease: 1 }]);
    await storage.retryTask([
      { taskId: 2, lease: 1, delayMs: 10, error: "later" },
      { taskId: 3, lease: 1, nextStartTime },
    ]);
    await storage.releaseTask([{ taskId: 4, lease: 2 }]);
    await storage.buryTask([{ taskId: 5, lease: 1, error: "broken" }]);
    await storage.touchTask([{ taskId: 6, lease: 1 }], 1_000);
    expect(storage.settles).toEqual([
      { kind: "done", taskId: 1, lease: 1, lost: false },
      { kind: "retry", taskId: 2, lease: 1, delayMs: 10, error: "later", lost: false },
      { kind: "retry", taskId: 3, lease: 1, nextStartTime, lost: false },
      { kind: "release", taskId: 4, lease: 2, lost: false },
      { kind: "bury", taskId: 5, lease: 1, error: "broken", lost: false },
      { kind: "touch", taskId: 6, lease: 1, visibilityTimeoutMs: 1_000, lost: false },
    ]);
  });

  it("marks what the storage reports as lost", async () => {
    const storage = recording([2]);
    await storage.doneTask([
      { taskId: 1, lease: 1 },
      { taskId: 2, lease: 1 },
    ]);
    expect(storage.settles.map((settle) => settle.lost)).toEqual([false, true]);
  });

  it("takes the older of two leases of one task for the lost one, and equal ones for one", async () => {
    const storage = recording([7]);
    await storage.doneTask([
      { taskId: 7, lease: 2 },
      { taskId: 7, lease: 1 },
      { taskId: 7, lease: 2 },
    ]);
    expect(storage.settles).toEqual([
      { kind: "done", taskId: 7, lease: 2, lost: false },
      { kind: "done", taskId: 7, lease: 1, lost: true },
    ]);
  });

  it("notes puts with their ids", async () => {
    const storage = recording();
    const [a, b, c] = [1, 2, 3].map((queueNum) => ({ queueNum, data }));
    if (a === undefined || b === undefined || c === undefined) throw new Error("unreachable");
    await storage.putTask(a);
    await storage.putTasks([b, c]);
    expect(storage.puts).toEqual([
      { taskId: 1, request: a },
      { taskId: 2, request: b },
      { taskId: 3, request: c },
    ]);
  });

  it("notes the settles and puts of a commit that went through, and nothing of one that did not", async () => {
    const request = {
      done: [{ taskId: 1, lease: 1 }],
      bury: [{ taskId: 2, lease: 1, error: "broken" }],
      put: [{ queueNum: 1, data }],
    };
    const storage = recording();
    await storage.commit(request);
    expect(storage.settles.map(({ kind, taskId, lost }) => [kind, taskId, lost])).toEqual([
      ["bury", 2, false],
      ["done", 1, false],
    ]);
    expect(storage.puts.map((put) => put.taskId)).toEqual([1]);

    const conflicting = recording([1]);
    await conflicting.commit(request);
    expect(conflicting.settles).toEqual([]);
    expect(conflicting.puts).toEqual([]);
  });

  it("passes everything else through to the storage itself", async () => {
    const storage = recording();
    expect(await storage.clearQueue(1)).toBe(1);
    expect("clearQueue" in storage && "settles" in storage).toBe(true);
  });
});
