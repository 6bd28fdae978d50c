import { bindQueue, perTask, Worker } from "@queue/runtime";
import { createManualClock, drain } from "@queue/runtime/testing";
import { createMemoryStorage } from "@queue/storage-memory";
import { expect, it } from "vitest";
import { recordWaitingTimes } from "./waiting-times.js";

it("measures from the put to the first call of the handler", async () => {
  const clock = createManualClock();
  const storage = createMemoryStorage({ clock });
  const waits = recordWaitingTimes();
  const queue = bindQueue(
    { queueNum: 1, name: "numbers", decode: () => ({}) },
    perTask(async () => {}),
  );
  const worker = new Worker({ service: "test", name: "main", storage, queues: [queue], clock });
  worker.use(waits.middleware);
  for (let n = 0; n < 4; n++) {
    await storage.putTask({ queueNum: 1, data: new Uint8Array() });
    await clock.advance(100);
  }
  await drain(worker);
  await worker.shutdown();
  expect([0.25, 0.5, 0.95, 1].map((share) => waits.quantileMs(share))).toEqual([
    100, 200, 400, 400,
  ]);
});
