import { GET, Story } from "../story.js";
import { type Case, first, lease, second, timedOut } from "./case.js";

export const counters: readonly Case[] = [
  {
    name: "a retry, a release and a timeout",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .retry(first, 10)
      .at(20)
      .get({ ...second, attempts: 1, startTime: 15, prevStartTime: 0 })
      .settle("releaseTask", second)
      .at(30)
      .get({ ...lease(1, 3), attempts: 1, startTime: 15, prevStartTime: 0 })
      .at(2_000)
      .get({
        ...lease(1, 4),
        attempts: 2,
        timeouts: 1,
        startTime: 1_030,
        prevStartTime: 15,
      }),
  },
  {
    name: "a take that nobody saw",
    story: new Story()
      .put(1)
      .at(5)
      .open(GET)
      .at(2_000)
      .get({ ...second, ...timedOut }),
  },
  {
    name: "a take that nobody made",
    story: new Story()
      .put(1)
      .at(2_000)
      .get({ ...second, ...timedOut }),
    broken: ["counters", "only 0 gets of unknown outcome"],
  },
  {
    name: "a lease that is given out twice",
    story: new Story().put(1).at(5).get(first).at(2_000).get(first),
    broken: ["counters", "delivered twice with lease 1"],
  },
  {
    name: "a retry that is not counted",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .retry(first, 10)
      .at(20)
      .get({ ...second, attempts: 0, startTime: 15, prevStartTime: 0 }),
    broken: ["counters", "attempts 0"],
  },
  {
    name: "a wrong previous start",
    story: new Story()
      .put(1)
      .at(5)
      .get(first)
      .retry(first, 10)
      .at(20)
      .get({ ...second, attempts: 1, startTime: 15, prevStartTime: null }),
    broken: ["counters", "prevStartTime null"],
  },
];
