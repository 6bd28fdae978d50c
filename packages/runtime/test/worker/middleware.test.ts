import { expect, test } from "vitest";
import { type BatchMiddleware, type PutMiddleware, withPutMiddleware } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, textQueue } from "./world.js";

test("middleware runs around the handler, the first registered outermost", async () => {
  const world = createWorld();
  await world.put(1, "one", { headers: { trace: "abc" } });
  const steps: unknown[] = [];
  const around =
    (name: string): BatchMiddleware =>
    async (batch, next) => {
      steps.push(`${name} before`, batch.stored[0]?.headers);
      const stats = await next();
      steps.push(`${name} after`);
      return stats;
    };
  await using worker = world
    .worker([textQueue(1, doAll)])
    .use(around("a"))
    .use(around("b"));
  await drain(worker);
  const headers = { trace: "abc" };
  expect(steps).toEqual(["a before", headers, "b before", headers, "b after", "a after"]);
});

test("middleware that throws counts as the handler's throw: the tasks go back", async () => {
  const world = createWorld();
  await world.put(1, "one");
  await using worker = world.worker([textQueue(1, doAll)]).use(() => {
    throw new Error("no permission");
  });
  await drain(worker);
  expect(await world.stat(1)).toMatchObject({ delayedTasks: 1, retriedTotal: 1 });
});

test("put middleware sees single puts and many, and may add headers", async () => {
  const world = createWorld();
  const stamp: PutMiddleware = (requests, next) =>
    next(requests.map((request) => ({ ...request, headers: { by: "test" } })));
  const seen: number[] = [];
  const count: PutMiddleware = (requests, next) => {
    seen.push(requests.length);
    return next(requests);
  };
  const storage = withPutMiddleware(world.storage, stamp, count);
  const request = { queueNum: 1, data: new Uint8Array() };
  const ids = [await storage.putTask(request), ...(await storage.putTasks([request, request]))];
  expect(seen).toEqual([1, 2]);
  const tasks = await storage.peekTask(ids);
  expect(tasks.map((task) => task.headers)).toEqual([
    { by: "test" },
    { by: "test" },
    { by: "test" },
  ]);
});
