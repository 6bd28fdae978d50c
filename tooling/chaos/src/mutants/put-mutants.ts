import type { PutTaskRequest, Task } from "@queue/runtime";
import { brokenStorage, type Mutant, puts, shown } from "./mutant.js";

/** Nobody serves it, and nobody is shown it. */
const NOWHERE = 60_000;

/** Without a field, whatever kind of request it is. */
function without(request: PutTaskRequest, ...fields: (keyof PutTaskRequest)[]): PutTaskRequest {
  const rest: Partial<PutTaskRequest> = { ...request };
  for (const field of fields) delete rest[field];
  return rest as PutTaskRequest;
}

/** Stores keys or priorities nowhere but in its own memory, and shows them. */
function shownOnly(field: "key" | "priority") {
  return (storage: Parameters<typeof puts>[0]) => {
    const known = new Map<number, PutTaskRequest>();
    const hidden: (keyof PutTaskRequest)[] = field === "key" ? ["key", "onKey"] : ["priority"];
    const show = <T extends Task>(task: T): T => {
      const request = known.get(task.taskId);
      return request?.[field] === undefined ? task : { ...task, [field]: request[field] };
    };
    return {
      ...puts(
        storage,
        (request) => (request.onKey === undefined ? without(request, ...hidden) : request),
        (request, id) => request.onKey === undefined && known.set(id, request),
      ),
      ...shown(storage, show),
    };
  };
}

export const putMutants: readonly Mutant[] = [
  brokenStorage("drops one put in thirty", "no loss", (storage, _time, random) => ({
    ...puts(storage, (request) =>
      random.chance(1 / 30) ? { ...without(request, "key", "onKey"), queueNum: NOWHERE } : request,
    ),
    async getStat(options) {
      const { queueStats } = await storage.getStat(options);
      return { queueStats: new Map([...queueStats].filter(([num]) => num !== NOWHERE)) };
    },
  })),
  brokenStorage(
    "changes a byte of one payload in thirty",
    "no invention",
    (storage, _time, random) =>
      puts(storage, (request) => {
        if (!random.chance(1 / 30)) return request;
        const data = request.data.slice();
        data[0] = (data[0] ?? 0) ^ 8;
        return { ...request, data };
      }),
  ),
  brokenStorage("forgets putIds", "no invention", (storage) =>
    puts(storage, (request) => without(request, "putId")),
  ),
  brokenStorage("inserts one put in thirty twice", "no invention", (storage, _time, random) => ({
    async putTask(request, options) {
      const id = await storage.putTask(request, options);
      if (random.chance(1 / 30)) await storage.putTask(without(request, "putId"), options);
      return id;
    },
  })),
  brokenStorage("ignores keys", "lease exclusion", shownOnly("key")),
  brokenStorage("ignores priorities", "order", shownOnly("priority")),
  brokenStorage("ignores ttl", "no resurrection", (storage) =>
    puts(storage, (request) => without(request, "ttlMs")),
  ),
  brokenStorage("expires tasks in half their time", "conservation", (storage) =>
    puts(storage, (request) =>
      request.ttlMs === undefined ? request : { ...request, ttlMs: request.ttlMs / 2 },
    ),
  ),
];
