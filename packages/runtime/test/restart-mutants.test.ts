import { describe, expect, it } from "vitest";
import { describeStorage } from "../src/conformance/index.js";
import type { FullStorage, Lease, QueueStat } from "../src/index.js";
import { durableWorld, type Remains } from "./durable-world.js";

/** What a storage may get wrong when it comes up again, and the promise that must be found broken. */
interface Mutant {
  readonly name: string;
  readonly promise: string;
  comeUp(remains: Remains): FullStorage | Promise<FullStorage>;
}

const taken = ({ model }: Remains): readonly Lease[] =>
  [1, 2].flatMap((queueNum) => model.listTasks(queueNum, "taken", { limit: 10_000 }).tasks);

const withoutTotals = (stat: QueueStat): QueueStat => ({ ...stat, putTotal: 0, doneTotal: 0 });

const mutants: readonly Mutant[] = [
  {
    name: "has lost the dead",
    promise: "tasks in every state are there after a restart, as they were",
    async comeUp({ restarted }) {
      const { tasks } = await restarted.listTasks(1, "dead", { limit: 10_000 });
      await restarted.cancelTask(tasks.map(({ taskId }) => taskId));
      return restarted;
    },
  },
  {
    name: "numbers tasks from 1 again",
    promise: "ids are never reused after a restart, also when all tasks are gone",
    comeUp: ({ restarted }) => ({ ...restarted, putTask: async () => 1 }),
  },
  {
    name: "counts anew",
    promise: "totals survive a restart",
    comeUp: ({ restarted }) => ({
      ...restarted,
      async getStat() {
        const { queueStats } = await restarted.getStat();
        return {
          queueStats: new Map([...queueStats].map(([num, stat]) => [num, withoutTotals(stat)])),
        };
      },
    }),
  },
  {
    name: "resumes what was paused",
    promise: "totals survive a restart",
    async comeUp({ restarted }) {
      await restarted.pauseQueue(1, false);
      return restarted;
    },
  },
  {
    name: "has forgotten which puts were made",
    promise: "putIds are remembered across a restart",
    comeUp: ({ restarted }) => ({
      ...restarted,
      putTask: ({ putId: _, ...request }) => restarted.putTask(request),
    }),
  },
  {
    name: "begins versions at 1 again",
    promise: "records and their versions survive a restart",
    comeUp: ({ restarted }) => ({
      ...restarted,
      getRecords: async (...args) =>
        (await restarted.getRecords(...args)).map((record) => ({ ...record, version: 1 })),
    }),
  },
  {
    name: "takes all tasks from their holders",
    promise: "a lease still settles after a restart",
    async comeUp(remains) {
      await remains.restarted.releaseTask(taken(remains));
      return remains.restarted;
    },
  },
  {
    name: "counts leases from 1 again",
    promise: "a key keeps its line across a restart, and leases go on counting",
    comeUp: ({ restarted }) => ({
      ...restarted,
      getTask: async (...args) =>
        (await restarted.getTask(...args)).map((task) => ({ ...task, lease: 1 })),
    }),
  },
  {
    name: "lets the timeouts of before go on",
    promise: "taken tasks get their last visibility timeout anew in full, from get or touch",
    async comeUp(remains) {
      await remains.restarted.touchTask(taken(remains), 100);
      return remains.restarted;
    },
  },
  {
    name: "gives every lease the default timeout",
    promise: "taken tasks get their last visibility timeout anew in full, from get or touch",
    async comeUp(remains) {
      await remains.restarted.touchTask(taken(remains), 60_000);
      return remains.restarted;
    },
  },
  {
    name: "makes what is delayed ready",
    promise: "what comes due is due after a restart as before",
    async comeUp({ restarted }) {
      const { tasks } = await restarted.listTasks(1, "delayed", { limit: 10_000 });
      await restarted.runNow(tasks.map(({ taskId }) => taskId));
      return restarted;
    },
  },
];

/** The sentences of the suite that a storage breaks; of the random sequences only a few. */
async function brokenBy(comeUp?: Mutant["comeUp"]): Promise<readonly string[]> {
  const promises: [string, () => Promise<void>][] = [];
  describeStorage("durable", () => durableWorld(comeUp), {
    order: "queue",
    durable: true,
    describe: (name, body) =>
      name.startsWith("storage") || name === "restart" || name === "any sequence of calls"
        ? body()
        : undefined,
    it: (name, body) => promises.push([name, body]),
    propertyRuns: 30,
    propertyShrinks: false,
  });
  const broken: string[] = [];
  for (const [name, body] of promises) await body().catch(() => broken.push(name));
  return broken;
}

describe("the promises about restarts", () => {
  it("are kept by a storage that comes up as it was", async () => {
    expect(await brokenBy()).toEqual([]);
  });

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    "reject a storage that %s",
    async (_name, { comeUp, promise }) => {
      const broken = await brokenBy(comeUp);
      expect(broken).toContain(promise);
    },
  );
});
