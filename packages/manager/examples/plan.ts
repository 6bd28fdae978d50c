import { allocate, DEFAULT_WISH, explain } from "@queue/manager";

const plan = allocate({
  queues: [
    {
      ...DEFAULT_WISH,
      queueNum: 1,
      ready: 12,
      oldestReadyAgeMs: 3_000,
      arrivalsPerSecond: 40,
      busySecondsPerTask: 0.1,
    },
    {
      ...DEFAULT_WISH,
      queueNum: 2,
      ready: 900,
      oldestReadyAgeMs: 200_000,
      arrivalsPerSecond: 0,
      busySecondsPerTask: 2,
      maxProcessors: 4,
    },
  ],
  workers: [{ instance: "a", processors: 20, queues: [1, 2], homes: new Map() }],
  now: 0,
});
for (const line of explain(plan)) console.log(line);
