import { expect, test } from "vitest";
import { bindQueue, perTask, Worker, type WorkerOptions } from "../../src/index.js";
import { createWorld, doAll, textQueue } from "./world.js";

const definition = { queueNum: 1, name: "emails", decode: () => ({}) };

test.each([
  [{ maxProcesors: 2 }, 'Worker has no option "maxProcesors"; known are service, name'],
  [{ storage: undefined }, "storage must be a storage, such as createMemoryStorage() makes"],
  [{ queues: [] }, "queues must be a list of at least one queue, made by bindQueue()"],
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

test("bindQueue refuses what is no handler, perTask what is no option", () => {
  expect(() => bindQueue(definition, undefined as never)).toThrow(
    "handler of queue emails must be a function, not undefined",
  );
  expect(() => perTask(async () => {}, { parallel: 2 } as object)).toThrow("parallel");
});
