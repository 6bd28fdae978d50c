import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { lag, type QueueNum } from "../../src/index.js";
import { drain } from "../../src/testing/index.js";
import { createWorld, doAll, fine, textQueue } from "./world.js";

const SERIES = [
  "queue_job_processor_cycle_duration_seconds",
  "queue_tasks_in_progress",
  "queue_running_workers",
  "queue_running_job_processors",
  "queue_tasks_processed_total",
  "queue_tasks_errors_total",
  "queue_tasks_retried_total",
  "queue_tasks_buried_total",
  "queue_tasks_unsettled_total",
  "queue_leases_lost_total",
  "queue_handler_errors_total",
  "queue_handlers_abandoned_total",
  "queue_decode_errors_total",
  "queue_storage_errors_total",
  "queue_slow_cycles_total",
  "queue_task_wait_seconds",
  "queue_last_poll_timestamp_seconds",
];

test("the registry has every series of the specification, with a bucket at 10 s", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.put(1, "one");
  await using worker = world.worker([textQueue(1, doAll)], { registry });
  await drain(worker);
  expect(registry.getMetricsAsArray().map(({ name }) => name)).toEqual(
    expect.arrayContaining(SERIES),
  );
  const text = await registry.metrics();
  expect(text).toContain('cycle_duration_seconds_bucket{le="10",queue_num="1"} 1');
  expect(text).toContain("queue_running_job_processors 1");
});

test("waiting time, slow cycles and what a handler left are counted", async () => {
  const world = createWorld();
  const registry = new Registry();
  await world.putMany(1, 3);
  await world.clock.advance(2_000);
  await using worker = world.worker(
    [
      textQueue(1, async (ctx, storage, tasks) => {
        await storage.buryTask(tasks.slice(0, 1).map(({ taskId }) => ({ taskId, error: "no" })));
        await storage.doneTask(tasks.slice(1, 2));
        await new Promise<void>((resolve) => ctx.clock.setTimer(11_000, resolve));
        return { ...fine(1), errors: 1, lastError: new Error("one of them") };
      }),
    ],
    { registry },
  );
  worker.run();
  await world.clock.advance(12_000);
  const text = await registry.metrics();
  expect(text).toContain('queue_task_wait_seconds_sum{queue_num="1"} 6');
  expect(text).toContain('queue_slow_cycles_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_buried_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_processed_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_unsettled_total{queue_num="1"} 1');
  expect(text).toContain('queue_tasks_errors_total{queue_num="1"} 1');
  expect(world.logger.messages("warn")).toContain("slow cycle");
});

test("lag: the queue furthest behind its target delay goes first", async () => {
  const world = createWorld();
  await world.putMany(1, 30);
  await world.clock.advance(5_000);
  await world.putMany(2, 20);
  await world.clock.advance(1_000);
  const order: QueueNum[] = [];
  const queue = (queueNum: QueueNum, targetDelayMs: number) =>
    textQueue(
      queueNum,
      async (ctx, storage, tasks) => {
        order.push(queueNum);
        // Statistics come once a second: the first batches are taken without.
        await new Promise<void>((resolve) => ctx.clock.setTimer(1_000, resolve));
        return doAll(ctx, storage, tasks);
      },
      { targetDelayMs },
    );
  await using worker = world.worker([queue(1, 60_000), queue(2, 1_000)], { scheduler: lag() });
  worker.run();
  await world.clock.advance(10_000);
  // 2 has waited a second against a target of one, 1 six against a minute.
  expect(order).toEqual([1, 2, 2, 1, 1]);
});
