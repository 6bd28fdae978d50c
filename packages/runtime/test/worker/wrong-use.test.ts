import { expect, test } from "vitest";
import { bindQueue, lag, perTask, Worker, type WorkerOptions } from "../../src/index.js";
import { createWorld, doAll, textQueue } from "./world.js";

const definition = { queueNum: 1, name: "emails", decode: () => ({}) };

test.each([
  [{ maxProcesors: 2 }, 'Worker has no option "maxProcesors"; known are service, name'],
  [{ storage: undefined }, "storage must be a storage, such as createMemoryStorage() makes"],
  [{ logger: console }, "logger must have debug, info, warn, error and child"],
  [{ queues: [] }, "queues must be a list of at least one queue, made by bindQueue()"],
  [{ queues: [doAll] }, "queues[0] must be made by bindQueue(), not a function"],
  [{ queues: [null] }, "queues[0] must be made by bindQueue(), not null"],
  [{ queues: [{ queueNum: 1, name: "emails" }] }, "queues[0] must be made by bindQueue(), not"],
  [{ scheduler: lag }, "scheduler must be a scheduler, such as roundRobin() makes"],
  [{ config: { a: 1 } }, "config must be a source of settings, such as objectConfig() makes"],
  [{ registry: {} }, "registry must be a Registry of prom-client"],
  [{ clock: Date }, "clock must be a clock, such as systemClock"],
  [{ maxProcessors: -1 }, "maxProcessors"],
  [{ batchSize: 0 }, "batchSize"],
  [{ idleDelayMs: Number.NaN }, "idleDelayMs must be milliseconds, from 1 to 100 years, not NaN"],
])("a Worker refuses %o with a sentence", (wrong, sentence) => {
  const { storage } = createWorld();
  const right = { service: "s", name: "n", storage, queues: [textQueue(1, doAll)] };
  expect(() => new Worker({ ...right, ...wrong } as unknown as WorkerOptions)).toThrow(sentence);
});

test("a Worker refuses one queue number for two queues", () => {
  const { worker } = createWorld();
  expect(() =>
    worker([
      textQueue(7, doAll),
      bindQueue({ ...definition, queueNum: 7 }, async () => {
        throw new Error();
      }),
    ]),
  ).toThrow("number 7 twice: for queue-7 and for emails");
});

test.each([
  [{ batchSize: 0 }, "batchSize of queue emails must be an integer from 1 to 10000, not 0"],
  [{ onHandlerError: "ignore" }, "onHandlerError of queue emails must be retry or leave"],
  [{ weight: 0 }, "weight of queue emails must be a number above 0, not 0"],
  [{ retries: 3 }, 'the policy of queue emails has no option "retries"'],
])("bindQueue refuses %o with a sentence", (policy, sentence) => {
  expect(() =>
    bindQueue(
      definition,
      perTask(async () => {}),
      policy as object,
    ),
  ).toThrow(sentence);
});

test.each(["a text", ["a", "list"], null, 7, Promise.resolve({})])(
  "a decode that returns %o is a decode error, in words without the payload",
  async (payload) => {
    const world = createWorld();
    const taskId = await world.put(1, "one");
    const decode = () => payload as object;
    await using worker = world.worker([
      bindQueue(
        { queueNum: 1, name: "emails", decode },
        perTask(async () => {}),
      ),
    ]);
    worker.run();
    await world.clock.advance(10);
    const [task] = await world.storage.peekTask([taskId]);
    expect(task?.error).toMatch(/^\[DECODE\] decode of queue emails must return an object, not /);
    expect(task?.error).not.toContain("text");
  },
);

test("use refuses what is no middleware", () => {
  const { worker } = createWorld();
  expect(() => worker([textQueue(1, doAll)]).use({} as never)).toThrow(
    "middleware must be a function of a batch and what comes next, not an object",
  );
});

test("bindQueue refuses what is no handler, perTask what is no option", () => {
  expect(() => bindQueue(definition, undefined as never)).toThrow(
    "handler of queue emails must be a function, not undefined",
  );
  expect(() => perTask(async () => {}, { parallel: 2 } as object)).toThrow("parallel");
  expect(() => perTask(undefined as never)).toThrow(
    "handler must be a function of tasks, not undefined",
  );
  expect(() => perTask(async () => {}, { backoff: 5 as never })).toThrow(
    "backoff must be a function such as exponential(...) makes, not 5",
  );
});
