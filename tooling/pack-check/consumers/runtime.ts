// Uses @queue/runtime as an application or the author of a storage does.
import assert from "node:assert/strict";
import {
  bindQueue,
  perTask,
  QueueError,
  type Storage,
  systemClock,
  type Task,
  Worker,
} from "@queue/runtime";
import { createManualClock } from "@queue/runtime/testing";

const error = new QueueError("QUEUE_FULL", "no room", { details: { queueNum: 1 } });
assert.equal(error.code, "QUEUE_FULL");
assert.ok(error instanceof Error);

// @ts-expect-error The codes are a closed list: were it `any` or `string`, a typo would compile.
assert.equal(new QueueError("QUEUE_FUL", "no room").code, "QUEUE_FUL");

export function firstBytes(task: Task): Uint8Array {
  // @ts-expect-error A task is read-only: were its type lost, this would compile.
  task.attempts += 0;
  return task.data;
}

export async function putTwice(storage: Storage): Promise<void> {
  const now = new Date(systemClock.now());
  await storage.putTask({ queueNum: 1, data: new Uint8Array(), startTime: now });
  // @ts-expect-error Either a moment or a pause, never both.
  await storage.putTask({ queueNum: 1, data: new Uint8Array(), startTime: now, delayMs: 5 });
}

const emails = bindQueue(
  { queueNum: 1, name: "emails", decode: (data) => ({ size: data.length }) },
  perTask(async (task) => {
    // @ts-expect-error The payload has the type that decode gives: were it `any`, this would compile.
    assert.equal(task.sise, undefined);
    return task.size + task.attempts;
  }),
);
assert.throws(
  // @ts-expect-error A worker without a storage neither compiles nor runs.
  () => new Worker({ service: "mailer", name: "main", queues: [emails] }),
  /storage must be a storage/,
);

const clock = createManualClock(0);
await clock.advance(5);
assert.equal(clock.now(), 5);

console.log("ok");
