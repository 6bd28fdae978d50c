import type { PutTaskRequest, Storage, Task } from "@queue/runtime";
import type { Contender } from "./rounds.js";
import { BATCH, finish, payload, QUEUE_NUM } from "./workload.js";

/** Ahead of the others: each batch gets the hot key's next task and so moves its line. */
const HOT = { priority: 0, key: "hot" };

/** The first half one task a key, the second half all of the hot key. */
export function keyed(keys: number): (i: number) => PutTaskRequest {
  return (i) => ({
    queueNum: QUEUE_NUM,
    data: payload,
    ...(i < keys ? { priority: 1, key: `key-${i}` } : HOT),
  });
}

/** As many tasks without keys. One goes ahead, for of the hot key's only one at a time can. */
export function unkeyed(i: number): PutTaskRequest {
  return { queueNum: QUEUE_NUM, data: payload, priority: i === 0 ? 0 : 1 };
}

/** Gets ten, is done with them, puts ten of the same keys: every line stays as long as it was. */
export function keyedCycles(name: string, storage: Storage): Contender {
  return {
    name,
    async run(count) {
      for (let i = 0; i < count; i++) {
        const tasks = await storage.getTask(QUEUE_NUM, BATCH);
        await finish(storage, tasks);
        await storage.putTasks(tasks.map(again));
      }
    },
  };
}

function again({ priority, key }: Task): PutTaskRequest {
  return key === null
    ? { queueNum: QUEUE_NUM, data: payload, priority }
    : { queueNum: QUEUE_NUM, data: payload, priority, key };
}
