import type { FullStorage, QueueNum, Stats } from "@queue/runtime";
import { explain } from "../allocation/explain.js";
import { DEFAULT_WISH } from "../allocation/queue-demand.js";
import type { Manager } from "../manager.js";
import { HttpProblem, json } from "./answer.js";
import { flagOf, queryOf, queueNumIn, stateOf, taskIdIn, wholeNumber } from "./parameters.js";
import type { Payloads } from "./payloads.js";
import { statsView, taskView, workerView } from "./queue-view.js";
import type { Route } from "./route.js";

export interface ReadDeps {
  readonly manager: Manager;
  readonly storage: FullStorage;
  readonly payloads: Payloads | undefined;
  now(): number;
  /** Rejects when the storage takes too long. */
  bounded<T>(call: Promise<T>): Promise<T>;
}

const MOST_TASKS = 1_000;
const LONGEST_CURSOR = 1_024;

/** What a queue is called: by the contract, else by a worker. */
export function namesOf({ manager, payloads }: Pick<ReadDeps, "manager" | "payloads">) {
  const reported = new Map<QueueNum, string>();
  for (const { report } of manager.view().workers)
    for (const { queueNum, name } of report.queues) reported.set(queueNum, name);
  return (queueNum: QueueNum) => payloads?.nameOf(queueNum) ?? reported.get(queueNum) ?? null;
}

export function readRoutes(deps: ReadDeps): Route[] {
  const { manager, storage, payloads, now, bounded } = deps;
  const stats = () => bounded(storage.getStat());
  return [
    {
      method: "GET",
      path: "/api/v1/stats",
      access: "viewer",
      async answer({ url }) {
        queryOf(url, []);
        return json(statsView(await stats(), now(), namesOf(deps)));
      },
    },
    {
      method: "GET",
      path: "/api/v1/queues",
      access: "viewer",
      async answer({ url }) {
        queryOf(url, []);
        return json({ queues: queuesView(deps, await stats()) });
      },
    },
    {
      method: "GET",
      path: "/api/v1/queues/:num",
      access: "viewer",
      async answer({ url, path }) {
        queryOf(url, []);
        const queueNum = queueNumIn(path);
        const queue = queuesView(deps, await stats()).find((one) => one.queueNum === queueNum);
        if (queue === undefined) throw new HttpProblem(404, `There is no queue ${queueNum} yet.`);
        return json(queue);
      },
    },
    {
      method: "GET",
      path: "/api/v1/queues/:num/tasks",
      access: "viewer",
      async answer({ url, path }) {
        const query = queryOf(url, ["state", "after", "limit", "payload"]);
        const queueNum = queueNumIn(path);
        const state = stateOf(query.get("state"));
        const limit = wholeNumber(query.get("limit") ?? "100", "limit", 1, MOST_TASKS);
        const cursor = query.get("after");
        if (cursor !== undefined && cursor.length > LONGEST_CURSOR)
          throw new HttpProblem(400, `after must have at most ${LONGEST_CURSOR} characters.`);
        const shown = flagOf(query.get("payload"), "payload");
        const page = await bounded(
          storage.listTasks(queueNum, state, { limit, ...(cursor !== undefined && { cursor }) }),
        );
        const nameOf = namesOf(deps);
        const tasks = page.tasks.map((task) => taskView(task, shown, payloads, nameOf));
        return json({ tasks, after: page.cursor });
      },
    },
    {
      method: "GET",
      path: "/api/v1/tasks/:id",
      access: "viewer",
      async answer({ url, path }) {
        const shown = flagOf(queryOf(url, ["payload"]).get("payload"), "payload");
        const taskId = taskIdIn(path);
        const [task] = await bounded(storage.peekTask([taskId]));
        if (task === undefined)
          throw new HttpProblem(404, `There is no task ${taskId}: it never was, or it is done.`);
        return json(taskView(task, shown, payloads, namesOf(deps)));
      },
    },
    {
      method: "GET",
      path: "/api/v1/workers",
      access: "viewer",
      answer({ url }) {
        queryOf(url, []);
        const { workers, leading } = manager.view();
        const nameOf = namesOf(deps);
        const shown = workers.map((worker) => workerView(worker, now(), nameOf));
        return json({ leading, workers: shown });
      },
    },
    {
      method: "GET",
      path: "/api/v1/plan",
      access: "viewer",
      answer({ url }) {
        queryOf(url, []);
        return json(planView(deps));
      },
    },
  ];
}

function queuesView(deps: ReadDeps, stats: Stats) {
  const { allocation, settings } = deps.manager.view();
  const planned = new Map(allocation?.queues.map((queue) => [queue.demand.queueNum, queue]));
  return statsView(stats, deps.now(), namesOf(deps)).queues.map((queue) => {
    const plan = planned.get(queue.queueNum);
    const own = settings.get(queue.queueNum) ?? {};
    const { weight, targetDelayMs, minProcessors, maxProcessors } = {
      ...(plan?.demand ?? DEFAULT_WISH),
      ...own,
    };
    return {
      ...queue,
      wish: { weight, targetDelayMs, minProcessors, maxProcessors: finite(maxProcessors) },
      settings: own,
      homes: plan?.homes ?? 0,
      arrivalsPerSecond: plan?.demand.arrivalsPerSecond ?? null,
      busySecondsPerTask: plan?.demand.busySecondsPerTask ?? null,
      predictedDelayMs: plan?.predictedDelayMs ?? null,
    };
  });
}

function planView(deps: ReadDeps) {
  const nameOf = namesOf(deps);
  const { id, leading, leader, term, seq, plannedAt, statsAt, storageError, allocation } =
    deps.manager.view();
  const queues = allocation?.queues.map(({ demand, ...queue }) => ({
    queueNum: demand.queueNum,
    name: nameOf(demand.queueNum),
    ...queue,
    demand: { ...demand, maxProcessors: finite(demand.maxProcessors) },
  }));
  return {
    ...{ id, leading, leader, term, seq, plannedAt, statsAt, storageError },
    queues: queues ?? [],
    workers: allocation?.workers ?? {},
    explanation: allocation === undefined ? [] : explain(allocation, nameOf),
  };
}

/** JSON has no infinity: no limit is `null`. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
