import type { Lease, PutTaskRequest } from "@queue/runtime";
import type { Queue } from "./heap-queues.js";
import type { Contender } from "./rounds.js";

export const QUEUE_NUM = 1;
export const BATCH = 10;
/** A handful of fields in msgpack. Above 64 bytes V8 keeps a payload outside its heap, which costs more. */
const PAYLOAD_BYTES = 100;
/** The limit of one call is 10,000; smaller calls leave less garbage between the tasks that stay. */
const FILL_CHUNK = 1_000;

export const payload = new Uint8Array(PAYLOAD_BYTES).fill(7);

/** Puts `count` tasks, the i-th as `request(i)` says. */
export async function fill(
  queue: Queue,
  count: number,
  request: (i: number) => PutTaskRequest,
): Promise<void> {
  for (let done = 0; done < count; done += FILL_CHUNK) {
    const length = Math.min(FILL_CHUNK, count - done);
    await queue.putTasks(Array.from({ length }, (_, i) => request(done + i)));
  }
}

export const plain = (): PutTaskRequest => ({ queueNum: QUEUE_NUM, data: payload });

/** Put ten, get ten, done ten: what stands in the queue stays as many as it was. */
export function cycles(name: string, queue: Queue): Contender {
  const requests = Array.from({ length: BATCH }, plain);
  return {
    name,
    async run(count) {
      for (let i = 0; i < count; i++) {
        await queue.putTasks(requests);
        await finish(queue, await queue.getTask(QUEUE_NUM, BATCH));
      }
    },
  };
}

/** The same with ten puts of one task each: twelve awaits instead of three. */
export function singlePutCycles(name: string, queue: Queue): Contender {
  const request = plain();
  return {
    name,
    async run(count) {
      for (let i = 0; i < count; i++) {
        for (let put = 0; put < BATCH; put++) await queue.putTask(request);
        await finish(queue, await queue.getTask(QUEUE_NUM, BATCH));
      }
    },
  };
}

/** A queue that does not do the work would win every comparison. */
export async function finish(queue: Queue, taken: readonly Lease[]): Promise<void> {
  const { settled } = await queue.doneTask(taken);
  if (settled !== BATCH) throw new Error(`${settled} of ${BATCH} tasks were got and done`);
}
