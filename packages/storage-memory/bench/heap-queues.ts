import type { Lease, PutTaskRequest, SettleResult, Storage, TaskId } from "@queue/runtime";
import { BinaryHeap, type HeapEntry } from "./binary-heap.js";

/** The calls that are measured; a storage has them as they are. */
export interface Queue {
  putTask(request: PutTaskRequest): Promise<TaskId>;
  putTasks(requests: readonly PutTaskRequest[]): Promise<readonly TaskId[]>;
  getTask(queueNum: number, count: number): Promise<readonly Lease[]>;
  doneTask: Storage["doneTask"];
}

interface Entry extends HeapEntry, Lease {
  readonly data: Uint8Array;
}

/**
 * The least that could be called a queue: it sorts, and nothing more. No checks, no copies of payloads,
 * no leases: what is taken is forgotten, so done has nothing to do.
 */
export function bareHeap(): Queue {
  const ready = new BinaryHeap<Entry>();
  let lastId = 0;
  function put({ data, priority = 0 }: PutTaskRequest, now: number): TaskId {
    const taskId = ++lastId;
    ready.push({ taskId, lease: 1, priority, start: now, data });
    return taskId;
  }
  return {
    async putTask(request) {
      return put(request, Date.now());
    },
    async putTasks(requests) {
      const now = Date.now();
      return requests.map((request) => put(request, now));
    },
    async getTask(_queueNum, count) {
      return popUpTo(ready, count);
    },
    async doneTask(leases) {
      return allSettled(leases);
    },
  };
}

/**
 * The bare heap with answers like a storage's: payloads copied in and out, so that nobody can change
 * what is queued, and times as Dates. No floor: it shows how much of a storage's cost is its answers.
 */
export function answeringHeap(): Queue {
  const heap = bareHeap();
  return {
    putTask: (request) => heap.putTask(copied(request)),
    putTasks: (requests) => heap.putTasks(requests.map(copied)),
    async getTask(queueNum, count) {
      const entries = (await heap.getTask(queueNum, count)) as readonly Entry[];
      return entries.map(({ taskId, lease, priority, start, data }) => ({
        taskId,
        lease,
        queueNum,
        priority,
        data: new Uint8Array(data),
        createdAt: new Date(start),
        startTime: new Date(start),
        prevStartTime: null,
        attempts: 0,
        timeouts: 0,
        key: null,
        headers: null,
      }));
    },
    doneTask: heap.doneTask,
  };
}

/**
 * Heaps by state and a Map by id: the least that can also hold delayed tasks and find a task that is
 * done. Still no checks, copies or leases.
 */
export function heapAndMap(): Queue {
  const ready = new BinaryHeap<Entry>();
  const delayed = new BinaryHeap<Entry>();
  const byId = new Map<TaskId, Entry>();
  let lastId = 0;
  function put({ data, priority = 0, delayMs = 0 }: PutTaskRequest, now: number): TaskId {
    const taskId = ++lastId;
    const entry = { taskId, lease: 1, priority, start: now + delayMs, data };
    byId.set(taskId, entry);
    (delayMs > 0 ? delayed : ready).push(entry);
    return taskId;
  }
  return {
    async putTask(request) {
      return put(request, Date.now());
    },
    async putTasks(requests) {
      const now = Date.now();
      return requests.map((request) => put(request, now));
    },
    async getTask(_queueNum, count) {
      const now = Date.now();
      for (let due = delayed.first(); due !== undefined && due.start <= now; due = delayed.first())
        ready.push(delayed.pop() as Entry);
      return popUpTo(ready, count);
    },
    async doneTask(leases) {
      for (const { taskId } of leases) byId.delete(taskId);
      return allSettled(leases);
    },
  };
}

function copied({ queueNum, data, priority = 0 }: PutTaskRequest): PutTaskRequest {
  return { queueNum, data: new Uint8Array(data), priority };
}

function popUpTo(heap: BinaryHeap<Entry>, count: number): Entry[] {
  const taken: Entry[] = [];
  while (taken.length < count) {
    const entry = heap.pop();
    if (entry === undefined) break;
    taken.push(entry);
  }
  return taken;
}

function allSettled(leases: readonly Lease[]): SettleResult {
  return { settled: leases.length, lost: [] };
}
